import assert from 'node:assert/strict';
import { AgentTerminals } from '../../../src/client/agentTerminals';
import { Api } from '../../../src/client/api';

describe('AgentTerminals', () => {
  const own = Object.getOwnPropertyDescriptor(Api.prototype, 'json');

  afterEach(() => Object.defineProperty(Api.prototype, 'json', own ?? {}));

  it('sets no time limit for a start, whose worktree may be set up for any time', async () => {
    const calls: { readonly answerMs?: number | undefined }[] = [];
    Object.defineProperty(Api.prototype, 'json', {
      ...own,
      value: (call: { readonly answerMs?: number }) => {
        calls.push(call);
        return Promise.reject(new Error('refused'));
      },
    });
    const start = new AgentTerminals({ cwd: '/', env: {} }).start({ cwd: '/', exec: 'true' });
    await assert.rejects(start, /refused/);
    assert.deepEqual(
      calls.map(({ answerMs }) => answerMs),
      [Infinity],
    );
  });
});
