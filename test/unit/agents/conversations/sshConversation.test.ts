import assert from 'node:assert/strict';
import {
  planSshConversation,
  type SshConversationRequest,
} from '../../../../src/agents/conversations/sshConversation';
import { claude } from '../../../../src/providers/catalog/claude/definition';
import { UNKNOWN_FACTS } from '../../../../src/providers/registry/unknownProvider';

const DEPS = {
  map: { get: (id: string) => (id === 'a-main-1' ? { uuid: 'known', cwd: '/x' } : undefined) },
  randomUuid: () => 'random',
};
const NAMELESS = { name: 'Nameless', conversations: UNKNOWN_FACTS.conversations };

describe('planSshConversation', () => {
  const CASES: readonly (readonly [
    request: SshConversationRequest,
    choice: string,
    notices: number,
  ])[] = [
    [{ ptyId: 'a-main-1', provider: claude, kind: 'start' }, 'fresh random', 0],
    [{ ptyId: 'a-main-1', provider: claude, kind: 'fresh' }, 'fresh random', 0],
    [{ ptyId: 'a-main-1', provider: claude, kind: 'resume' }, 'resume known', 0],
    [{ ptyId: 'a-main-1', provider: claude, kind: 'start', picked: 'p' }, 'resume p', 0],
    [{ ptyId: 'a-main-2', provider: claude, kind: 'resume' }, 'fresh random', 1],
    [{ ptyId: 'a-chat-2', provider: claude, kind: 'fork' }, 'fresh random', 1],
    [{ ptyId: 'a-main-1', provider: NAMELESS, kind: 'resume' }, 'fresh', 0],
  ];
  for (const [request, expected, notices] of CASES) {
    it(`returns ${expected} for ${request.kind} of ${request.ptyId} with ${request.provider.name}`, () => {
      const { choice, ...planned } = planSshConversation(request, DEPS);
      const id = 'id' in choice ? choice.id : 'uuid' in choice ? choice.uuid : undefined;
      assert.equal([choice.kind, id].filter(Boolean).join(' '), expected);
      assert.equal(planned.notices.length, notices);
      assert.equal(planned.fallback !== undefined, choice.kind === 'resume');
    });
  }
});
