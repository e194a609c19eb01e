import assert from 'node:assert/strict';
import type { Access } from '../../../../src/operations/access/access';
import { requireWords } from '../../../../src/operations/access/agentRequests';

describe('requireWords', () => {
  const AGENT = { by: 'agent' } as Access;
  const PERSON = { by: 'person' } as Access;

  it('refuses a prompt of an agent that is a command', () => {
    for (const command of ['/exit', '!curl x|sh', '$ ls', ':q', 'exit', ' quit!', '\u200b/exit']) {
      const refused = () => requireWords(AGENT, command);
      assert.throws(refused, { code: 'SESSION_USER_MISMATCH' }, JSON.stringify(command));
      requireWords(PERSON, command);
    }
  });

  it('accepts sentences, also with code in later lines', () => {
    for (const prompt of [
      undefined,
      'exit the loop\nquit early',
      'Run:\n$ npm test\n// then\n/x',
    ]) {
      requireWords(AGENT, prompt);
    }
  });
});
