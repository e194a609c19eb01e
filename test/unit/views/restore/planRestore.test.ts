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
  needsApproval: () => false,
};

describe('planRestore', () => {
  const CASES: readonly (readonly [
    name: string,
    facts: Partial<RestoreFacts>,
    expected: readonly string[],
  ])[] = [
    ['all sessions of the open folders', {}, ['ada-main-t1', 'bob-chat-c1', 'ada-main-t2']],
    ['nothing in a workspace that is not trusted', { isTrusted: false }, []],
    ['nothing if the mode is list', { modeOf: () => 'list' }, []],
    ['nothing if the mode is off', { modeOf: () => 'off' }, []],
    [
      'each folder by its own mode',
      { modeOf: ({ name }) => (name === 'lib' ? 'resume' : 'list') },
      ['ada-main-t2'],
    ],
    ['only sessions that were left open', { leftOpen: ['ada-main-t2'] }, ['ada-main-t2']],
    [
      'no session of a provider that cannot resume',
      { canResume: (_folder, providerId) => providerId === 'bob' },
      ['bob-chat-c1'],
    ],
    [
      'no session that waits for an answer about the values of the workspace',
      { isSettled: ({ name }, providerId) => name === 'app' && providerId === 'ada' },
      ['ada-main-t1'],
    ],
    [
      'no session that waits for an answer about its auto-approval',
      { needsApproval: ({ name }, { ptyId }) => name === 'app' && ptyId === 'ada-main-t1' },
      ['bob-chat-c1', 'ada-main-t2'],
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
    it(`puts the oldest tab first if each tab opens ${tabOrder}`, () => {
      const ids = planRestore({ ...FACTS, tabOrderOf: () => tabOrder as keyof typeof BESIDE });
      const [front, ...others] = ids.reduce(openRightOfFirst, tabs);
      assert.deepEqual(tabOrder === 'besideFirst' ? [front, ...others] : others, [
        'ada-main-t1',
        'bob-chat-c1',
        'ada-main-t2',
      ]);
    });
  }

  it('orders the sessions of each folder by its own tab order', () => {
    const ids = planRestore({
      ...FACTS,
      tabOrderOf: ({ name }) => (name === 'lib' ? 'after' : 'besideFront'),
    });
    assert.deepEqual(ids, ['ada-main-t2', 'bob-chat-c1', 'ada-main-t1']);
  });
});

/** Opens a tab as VS Code does while the first tab stays in front. */
function openRightOfFirst([front, ...others]: readonly string[], tab: string): readonly string[] {
  return front === undefined ? [tab] : [front, tab, ...others];
}
