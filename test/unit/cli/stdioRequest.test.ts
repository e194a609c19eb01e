import assert from 'node:assert/strict';
import { parseStdioRequest } from '../../../src/cli/stdioRequest';

describe('a line of the stdio server', () => {
  const taken: readonly (readonly [string, unknown])[] = [
    [
      '{"id":1,"method":"start","params":{"provider":"x"}}',
      { id: 1, method: 'start', params: { provider: 'x' } },
    ],
    ['{"id":"a","method":"start"}', { id: 'a', method: 'start', params: {} }],
    [
      '{"id":2,"method":"ask","params":{"prompt":"p","timeoutMs":5}}',
      { id: 2, method: 'ask', params: { prompt: 'p', timeoutMs: 5 } },
    ],
    [
      '{"method":"write","params":{"data":"d"}}',
      { id: null, method: 'write', params: { data: 'd' } },
    ],
    [
      '{"id":3,"method":"resize","params":{"cols":1,"rows":2}}',
      { id: 3, method: 'resize', params: { cols: 1, rows: 2 } },
    ],
    ['{"id":4,"method":"close","params":{}}', { id: 4, method: 'close' }],
  ];
  for (const [line, request] of taken) {
    it(`is accepted: ${line}`, () => {
      const parsed = parseStdioRequest(line);
      assert.ok(parsed.kind === 'request');
      assert.equal(JSON.stringify(parsed.request), JSON.stringify(request));
    });
  }

  const refused: readonly (readonly [string, unknown])[] = [
    ['nonsense', null],
    ['[]', null],
    ['null', null],
    ['{"id":1}', 1],
    ['{"id":1,"method":"toString"}', 1],
    ['{"id":1,"method":"ask"}', 1],
    ['{"id":1,"method":"ask","params":{"prompt":5}}', 1],
    ['{"id":1,"method":"ask","params":{"prompt":"p","timeoutMs":"5"}}', 1],
    ['{"id":1,"method":"write","params":{"data":[1]}}', 1],
    ['{"id":1,"method":"resize","params":{"cols":1}}', 1],
    ['{"id":1,"method":"start","params":[]}', 1],
  ];
  for (const [line, id] of refused) {
    it(`is refused with its id: ${line}`, () => {
      const parsed = parseStdioRequest(line);
      assert.deepEqual([parsed.kind, parsed.kind === 'refused' && parsed.id], ['refused', id]);
    });
  }
});
