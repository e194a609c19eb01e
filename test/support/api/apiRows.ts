/** Every route of the API, with a valid body. */
export const API_ROWS: readonly (readonly [string, string, object?])[] = [
  ['GET', '/openapi.json'],
  ['GET', '/api/sessions'],
  ['POST', '/api/sessions', { cwd: '/' }],
  ['GET', '/api/sessions/ID'],
  ['DELETE', '/api/sessions/ID'],
  ['POST', '/api/sessions/ID/prompt', { prompt: 'x' }],
  ['POST', '/api/sessions/ID/answer', { answer: 'deny' }],
  ['POST', '/api/sessions/ID/input', { data: 'x' }],
  ['POST', '/api/sessions/ID/resize', { cols: 80, rows: 24 }],
  ['POST', '/api/sessions/ID/signal', { signal: 'SIGINT' }],
  ['POST', '/api/sessions/ID/interrupt', {}],
  ['POST', '/api/sessions/ID/fork', {}],
  ['GET', '/api/sessions/ID/screen'],
  ['GET', '/api/sessions/ID/last-answer'],
  ['POST', '/api/sessions/ID/ask', { prompt: 'x' }],
  ['GET', '/api/sessions/ID/wait?for=idle'],
  ['POST', '/api/tasks/TASK/fork', {}],
  ['GET', '/api/conversations'],
  ['POST', '/api/conversations/ID/resume', {}],
  ['GET', '/api/events'],
  ['GET', '/api/providers'],
  ['GET', '/api/providers/fake/models'],
  ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  ['POST', '/hook', {}],
];

/** The paths of the WebSockets. */
export const API_SOCKETS = ['/api/ws', '/api/sessions/ID/attach'];
