import assert from 'node:assert/strict';
import {
  decideIsolation,
  type IsolationDecision,
  type IsolationFacts,
  deterministicUuid,
} from '../../../src/conversations/sessionIsolation';
import { toConversationChoice } from '../../../src/agents/conversations/conversationResolver';

const OWN = '2bc3df3a-e352-4cc1-829e-663890bdb3fd';

function factsOf(changed: Partial<IsolationFacts>): IsolationFacts {
  return {
    kind: 'main',
    suffix: 'task_abc',
    startKind: 'start',
    known: undefined,
    hasOthers: false,
    unowned: [],
    randomUuid: () => 'random',
    ...changed,
  };
}

describe('decideIsolation', () => {
  const table: readonly (readonly [string, Partial<IsolationFacts>, IsolationDecision])[] = [
    [
      'continues the conversation of the map',
      { known: 'mapped', startKind: 'resume', unowned: ['newest'] },
      { case: 'known', uuid: 'mapped' },
    ],
    [
      'assigns a new chat its own conversation',
      { kind: 'chat', unowned: ['newest'], hasOthers: true },
      { case: 'additionalChat', uuid: OWN },
    ],
    [
      'adopts the newest conversation for a main session beside others',
      { startKind: 'resume', hasOthers: true, unowned: ['newest', 'older'] },
      { case: 'adopted', uuid: 'newest' },
    ],
    ['assigns the first main session its own conversation', {}, { case: 'firstMain', uuid: OWN }],
    [
      'assigns a new task beside other tasks its own conversation, not one of theirs',
      { hasOthers: true, unowned: ['newest'] },
      { case: 'firstMain', uuid: OWN },
    ],
    [
      'continues the only conversation of the directory',
      { startKind: 'resume', unowned: ['only'] },
      { case: 'existing', uuid: 'only' },
    ],
    [
      'D19: asks if several conversations match',
      { startKind: 'resume', unowned: ['newest', 'older'] },
      { case: 'ask' },
    ],
    [
      'finds its own among several although the map is lost',
      { startKind: 'resume', hasOthers: true, unowned: ['newest', OWN] },
      { case: 'firstMain', uuid: OWN },
    ],
    [
      'assigns a resumed session its own conversation if none can be continued',
      { startKind: 'resume' },
      { case: 'firstMain', uuid: OWN },
    ],
    [
      'D19: assigns a fresh start a new id, also with a map entry',
      { startKind: 'fresh', known: 'mapped', unowned: [OWN] },
      { case: 'fresh', uuid: 'random' },
    ],
  ];
  for (const [what, changed, decision] of table) {
    it(what, () => {
      assert.deepEqual(decideIsolation(factsOf(changed)), decision);
    });
  }
});

describe('toConversationChoice', () => {
  it('D2: resumes a conversation with a transcript, and creates one without', () => {
    const choose = (uuid: string) => toConversationChoice(uuid, (id) => id === 'there');
    assert.deepEqual(choose('there'), { kind: 'resume', id: 'there' });
    assert.deepEqual(choose('missing'), { kind: 'fresh', uuid: 'missing' });
  });
});

describe('deterministicUuid', () => {
  const table: readonly (readonly [string, string])[] = [
    ['task_abc', '2bc3df3a-e352-4cc1-829e-663890bdb3fd'],
    ['conv_123', '1deafc50-2814-4440-b117-b27e74d17d5a'],
  ];
  for (const [suffix, uuid] of table) {
    it(`returns ${uuid} for ${suffix}`, () => {
      assert.equal(deterministicUuid(suffix), uuid);
    });
  }
});
