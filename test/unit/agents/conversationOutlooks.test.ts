import assert from 'node:assert/strict';
import {
  ConversationOutlooks,
  type ConversationOutlook,
} from '../../../src/agents/conversationOutlooks';
import type { ConversationWish } from '../../../src/agents/conversationKeeper';
import type { Transcript } from '../../../src/conversations/transcripts';
import type { ConversationChoice } from '../../../src/providers/conversationArgs';
import { claude } from '../../../src/providers/definitions/claude';
import { AGENT_SETTINGS } from '../../support/agentSettings';
import { folderRef, resumable, transcript } from '../../support/treeSources';

const PLACE = { provider: claude, cwd: '/home/ada/app', env: {} };

describe('ConversationOutlooks', () => {
  function look(
    choice: ConversationChoice,
    found: Transcript | 'unreadable' | undefined,
    ptyId = 'claude-chat-c',
  ) {
    const wishes: ConversationWish[] = [];
    const outlooks = new ConversationOutlooks({
      registry: { find: (id) => (id === 'claude' ? claude : undefined) },
      planner: { placeOf: () => PLACE },
      keeper: {
        plan: (wish) => {
          wishes.push(wish);
          return Promise.resolve({ choice, id: undefined, notices: [] });
        },
      },
      transcripts: { find: (_place, id) => Promise.resolve(id === 'u' ? found : undefined) },
      settingsOf: () => AGENT_SETTINGS,
    });
    return { outlook: outlooks.find(folderRef('app'), '/home/ada/app', ptyId), wishes };
  }

  const CASES: readonly (readonly [
    name: string,
    choice: ConversationChoice,
    found: Transcript | 'unreadable' | undefined,
    expected: ConversationOutlook,
  ])[] = [
    ['what was read', { kind: 'resume', id: 'u' }, transcript(), resumable()],
    ['what cannot be read', { kind: 'resume', id: 'u' }, 'unreadable', { kind: 'blind' }],
    ['what no transcript tells of', { kind: 'resume', id: 'u' }, undefined, { kind: 'blind' }],
    ['the latest', { kind: 'resumeLast' }, undefined, { kind: 'latest' }],
    ['a fork that is still to be made', { kind: 'fork', id: 'u' }, undefined, { kind: 'fork' }],
    ['a new one', { kind: 'fresh', uuid: 'u' }, undefined, { kind: 'new' }],
  ];
  for (const [name, choice, found, expected] of CASES) {
    it(`foretells ${name}`, async () => {
      const { outlook, wishes } = look(choice, found);
      assert.deepEqual(await outlook, expected);
      assert.deepEqual(wishes, [{ ...PLACE, ptyId: 'claude-chat-c', kind: 'resume' }]);
    });
  }

  it('foretells nothing of a provider that is no more', async () => {
    const { outlook } = look({ kind: 'resumeLast' }, undefined, 'gone-chat-c');
    assert.equal(await outlook, undefined);
  });
});
