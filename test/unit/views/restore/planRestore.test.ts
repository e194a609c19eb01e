import assert from 'node:assert/strict';
import {
  planRestore,
  type RestoreFacts,
  type TabOrder,
} from '../../../../src/views/restore/planRestore';
import { folderRef, taskIn } from '../../../support/views/treeSources';

const FACTS: RestoreFacts = {
  folders: [folderRef('app'), folderRef('lib')],
  tasks: [
    taskIn('app', 't1', ['ada-main-t1', 'bob-chat-c1']),
    taskIn('lib', 't2', ['ada-main-t2']),
    taskIn('gone', 't3', ['ada-main-t3']),
  ],
  leftOpen: ['ada-main-t1', 'bob-chat-c1', 'ada-main-t2', 'ada-main-t3'],
  isTrusted: true,
  modeOf: () => 'resume',
  tabOrderOf: () => 'after',
  canResume: () => true,
  isSettled: () => true,
};

describe('planRestore', () => {
  const CASES: readonly (readonly [
    name: string,
    facts: Partial<RestoreFacts>,
    expected: readonly string[],
  ])[] = [
    ['all of the open folders', {}, ['ada-main-t1', 'bob-chat-c1', 'ada-main-t2']],
    ['nothing in a workspace that is not trusted', { isTrusted: false }, []],
    ['nothing where they are to be listed', { modeOf: () => 'list' }, []],
    ['nothing where they are to be left', { modeOf: () => 'off' }, []],
    [
      'each folder as its settings say',
      { modeOf: ({ name }) => (name === 'lib' ? 'resume' : 'list') },
      ['ada-main-t2'],
    ],
    ['only what was left open', { leftOpen: ['ada-main-t2'] }, ['ada-main-t2']],
    [
      'nothing of a provider that would begin anew in any case',
      { canResume: (_folder, providerId) => providerId === 'bob' },
      ['bob-chat-c1'],
    ],
    [
      'nothing that waits for an answer about the values of the workspace',
      { isSettled: ({ name }, providerId) => name === 'app' && providerId === 'ada' },
      ['ada-main-t1'],
    ],
    ['nothing without folders', { folders: [] }, []],
  ];
  for (const [name, facts, expected] of CASES) {
    it(`resumes ${name}`, () => assert.deepEqual(planRestore({ ...FACTS, ...facts }), expected));
  }

  const BESIDE: Readonly<Record<Exclude<TabOrder, 'after'>, readonly string[]>> = {
    besideFront: ['text'],
    besideFirst: [],
  };
  for (const [tabOrder, tabs] of Object.entries(BESIDE)) {
    it(`has the oldest tab first where each opens ${tabOrder}`, () => {
      const ids = planRestore({ ...FACTS, tabOrderOf: () => tabOrder as keyof typeof BESIDE });
      const [front, ...others] = ids.reduce(openRightOfFirst, tabs);
      assert.deepEqual(tabOrder === 'besideFirst' ? [front, ...others] : others, [
        'ada-main-t1',
        'bob-chat-c1',
        'ada-main-t2',
      ]);
    });
  }

  it('lines up each folder as its terminals do', () => {
    const ids = planRestore({
      ...FACTS,
      tabOrderOf: ({ name }) => (name === 'lib' ? 'after' : 'besideFront'),
    });
    assert.deepEqual(ids, ['ada-main-t2', 'bob-chat-c1', 'ada-main-t1']);
  });
});

/** What VS Code does with a tab that opens where the first one is in front, and stays there. */
function openRightOfFirst([front, ...others]: readonly string[], tab: string): readonly string[] {
  return front === undefined ? [tab] : [front, tab, ...others];
}
