import assert from 'node:assert/strict';
import {
  decideIsolation,
  type IsolationDecision,
  type IsolationFacts,
} from '../../../src/conversations/sessionIsolation';
import { toConversationChoice } from '../../../src/conversations/transcripts/toConversationChoice';

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
      'goes on with what the map knows',
      { known: 'mapped', startKind: 'resume', unowned: ['newest'] },
      { case: 'known', uuid: 'mapped' },
    ],
    [
      'gives a new chat a conversation of its own',
      { kind: 'chat', unowned: ['newest'], hasOthers: true },
      { case: 'additionalChat', uuid: OWN },
    ],
    [
      'lets a main conversation adopt the newest once there are others',
      { startKind: 'resume', hasOthers: true, unowned: ['newest', 'older'] },
      { case: 'adopted', uuid: 'newest' },
    ],
    [
      'gives a main conversation its own before there are others',
      {},
      { case: 'firstMain', uuid: OWN },
    ],
    [
      'gives a new task in a folder with other tasks its own, and never theirs',
      { hasOthers: true, unowned: ['newest'] },
      { case: 'firstMain', uuid: OWN },
    ],
    [
      'goes on with the one conversation of the directory',
      { startKind: 'resume', unowned: ['only'] },
      { case: 'existing', uuid: 'only' },
    ],
    [
      'D19: asks where several may be meant',
      { startKind: 'resume', unowned: ['newest', 'older'] },
      { case: 'ask' },
    ],
    [
      'finds its own among several though the map was lost',
      { startKind: 'resume', hasOthers: true, unowned: ['newest', OWN] },
      { case: 'firstMain', uuid: OWN },
    ],
    [
      'gives it its own where there is nothing to go on with',
      { startKind: 'resume' },
      { case: 'firstMain', uuid: OWN },
    ],
    [
      'D19: gives a fresh start one that none had before, whatever the map knows',
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
  it('D2: resumes what has a transcript and creates what has none', () => {
    const choose = (uuid: string) => toConversationChoice(uuid, (id) => id === 'there');
    assert.deepEqual(choose('there'), { kind: 'resume', id: 'there' });
    assert.deepEqual(choose('missing'), { kind: 'fresh', uuid: 'missing' });
  });
});
