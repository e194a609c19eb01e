import assert from 'node:assert/strict';
import { AgentTerminals } from '../../../src/client/agentTerminals';
import { Api } from '../../../src/client/api';

describe('AgentTerminals', () => {
  const own = Object.getOwnPropertyDescriptor(Api.prototype, 'call');

  afterEach(() => Object.defineProperty(Api.prototype, 'call', own ?? {}));

  it('sets no time limit for a start, whose worktree may be set up for any time', async () => {
    const calls: ({ readonly answerMs?: number } | undefined)[] = [];
    Object.defineProperty(Api.prototype, 'call', {
      ...own,
      value: (_: string, __: object, options?: { readonly answerMs?: number }) => {
        calls.push(options);
        return Promise.reject(new Error('refused'));
      },
    });
    const start = new AgentTerminals({ cwd: '/', env: {} }).start({ cwd: '/', exec: 'true' });
    await assert.rejects(start, /refused/);
    assert.deepEqual(
      calls.map((options) => options?.answerMs),
      [Infinity],
    );
  });
});
