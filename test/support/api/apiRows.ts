import { OPERATIONS } from '../../../src/operations/operations';
import { OPERATION_ROWS } from '../operations/operationRows';

/** Every route of the API, with a valid body. */
export const API_ROWS: readonly (readonly [string, string, object?])[] = [
  ['GET', '/openapi.json'],
  ...OPERATIONS.map(({ http: { method, path }, name, subject }) => {
    const { input = {}, query = '' } = OPERATION_ROWS[name] ?? {};
    const id = subject === 'provider' ? 'fake' : subject === 'task' ? 'TASK' : 'ID';
    const row = [method.toUpperCase(), `${path.replace(':id', id)}${query}`] as const;
    return method === 'post' ? ([...row, input] as const) : row;
  }),
  ['GET', '/api/events'],
  ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  ['POST', '/hook', {}],
];

/** The paths of the WebSockets. */
export const API_SOCKETS = ['/api/ws', '/api/sessions/ID/attach'];
