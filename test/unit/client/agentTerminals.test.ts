import assert from 'node:assert/strict';
import { AgentTerminals } from '../../../src/client/agentTerminals';
import { Api } from '../../../src/client/api';

describe('AgentTerminals', () => {
  const { json } = Api.prototype;

  afterEach(() => {
    Api.prototype.json = json;
  });

  it('sets no time limit for a start, whose worktree may be set up for any time', async () => {
    const calls: unknown[] = [];
    Api.prototype.json = (call) => {
      calls.push(call);
      return Promise.reject(new Error('refused'));
    };
    const start = new AgentTerminals({ cwd: '/', env: {} }).start({ cwd: '/', exec: 'true' });
    await assert.rejects(start, /refused/);
    const [call] = calls as { readonly answerMs?: number }[];
    assert.equal(call?.answerMs, Infinity);
  });
});
