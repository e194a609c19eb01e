import assert from 'node:assert/strict';
import { buildTree, type TreeEntry, type TreeSources } from '../../../../src/views/tree/treeModel';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { folderRef, NO_FACTS, taskIn } from '../../../support/views/treeSources';

const APP = folderRef('app');
const LIB = folderRef('lib');

/** Ids and contents, indented by depth. */
function outline(entries: readonly TreeEntry[], depth = 0): readonly string[] {
  return entries.flatMap((entry) => [
    `${'  '.repeat(depth)}${entry.content.kind} ${entry.node.id}`,
    ...outline(entry.children, depth + 1),
  ]);
}

describe('buildTree', () => {
  const session = (id: string, workDir = '/home/ada/app') => sessionInfo({ id, workDir });
  const CASES: readonly [
    name: string,
    sources: Omit<TreeSources, 'facts'>,
    expected: readonly string[],
  ][] = [
    ['nothing at all', { folders: [], tasks: [], sessions: [] }, []],
    [
      'a worktree that is being created, above the tasks',
      {
        folders: [APP],
        tasks: [taskIn('app', 't1')],
        sessions: [],
        creations: [{ id: '1', folder: APP.uri, name: 'Till', step: 'Checking out agent/till' }],
      },
      ['creation creation:1', 'task task:t1'],
    ],
    ['no row for empty folders', { folders: [APP, LIB], tasks: [], sessions: [] }, []],
    [
      'no level for a single folder, newest task first',
      { folders: [APP], tasks: [taskIn('app', 't1'), taskIn('app', 't2')], sessions: [] },
      ['task task:t2', 'task task:t1'],
    ],
    [
      'no archived task, unless a session runs in it',
      {
        folders: [APP],
        tasks: [
          { ...taskIn('app', 't1'), archivedAt: '2026-01-01T00:00:00.000Z' },
          { ...taskIn('app', 't2'), archivedAt: '2026-01-01T00:00:00.000Z' },
          taskIn('app', 't3'),
        ],
        sessions: [session('ada-main-t2')],
      },
      ['task task:t3', 'session session:ada-main-t2'],
    ],
    [
      'every folder of several',
      { folders: [APP, LIB], tasks: [taskIn('lib', 't1')], sessions: [] },
      [
        'folder folder:file:///home/ada/app',
        'folder folder:file:///home/ada/lib',
        '  task task:t1',
      ],
    ],
    [
      "a task's sessions and stored conversations, in its own order",
      {
        folders: [APP],
        tasks: [taskIn('app', 't1', ['ada-main-t1', 'ada-chat-c1', 'bob-chat-c2'])],
        sessions: [session('bob-chat-c2'), session('ada-main-t1')],
      },
      [
        'task task:t1',
        '  session session:ada-main-t1',
        '  conversation session:ada-chat-c1',
        '  session session:bob-chat-c2',
      ],
    ],
    [
      'a main session as that of its task before the task stores it',
      { folders: [APP], tasks: [taskIn('app', 't1')], sessions: [session('ada-main-t1')] },
      ['session session:ada-main-t1'],
    ],
    [
      'the only conversation of a task in the row of the task',
      { folders: [APP], tasks: [taskIn('app', 't1', ['ada-main-t1'])], sessions: [] },
      ['conversation session:ada-main-t1'],
    ],
    [
      'a session without a task under the innermost folder of its directory',
      {
        folders: [APP, LIB, folderRef('app/sub')],
        tasks: [],
        sessions: [session('shell-chat-1', '/home/ada/app/sub/deep'), session('shell-chat-2')],
      },
      [
        'folder folder:file:///home/ada/app',
        '  session session:shell-chat-2',
        'folder folder:file:///home/ada/lib',
        'folder folder:file:///home/ada/app/sub',
        '  session session:shell-chat-1',
      ],
    ],
    [
      'a session outside of the open folders at the top',
      { folders: [APP], tasks: [], sessions: [session('shell-chat-1', '/home/ada/application')] },
      ['session session:shell-chat-1'],
    ],
    [
      'a running task of a closed folder at the top, and no other task of it',
      {
        folders: [APP, LIB],
        tasks: [taskIn('gone', 't1', ['ada-main-t1']), taskIn('gone', 't2')],
        sessions: [session('ada-main-t1', '/home/ada/gone')],
      },
      [
        'folder folder:file:///home/ada/app',
        'folder folder:file:///home/ada/lib',
        'session session:ada-main-t1',
      ],
    ],
    [
      'sessions without any folder',
      { folders: [], tasks: [], sessions: [session('shell-chat-1')] },
      ['session session:shell-chat-1'],
    ],
  ];
  for (const [name, sources, expected] of CASES) {
    it(`shows ${name}`, () =>
      assert.deepEqual(outline(buildTree({ ...sources, facts: NO_FACTS })), expected));
  }

  it('hides conversations that do not run in a folder set so, except those in another window', () => {
    const tasks = [
      taskIn('app', 't1', ['ada-main-t1', 'ada-chat-c1', 'ada-chat-c2']),
      taskIn('lib', 't2', ['ada-main-t2']),
    ];
    const facts = {
      ...NO_FACTS,
      areListed: (folder: string) => folder !== APP.uri,
      isElsewhere: (id: string) => id === 'ada-chat-c2',
    };
    const sessions = [session('ada-chat-c1')];
    assert.deepEqual(outline(buildTree({ folders: [APP, LIB], tasks, sessions, facts })), [
      'folder folder:file:///home/ada/app',
      '  task task:t1',
      '    session session:ada-chat-c1',
      '    conversation session:ada-chat-c2',
      'folder folder:file:///home/ada/lib',
      '  conversation session:ada-main-t2',
    ]);
  });

  it('gives rows the fields of an argument object', () => {
    const tasks = [
      taskIn('app', 't2', ['ada-main-t2']),
      taskIn('app', 't1', ['ada-main-t1', 'ada-chat-c1']),
    ];
    const [folder] = buildTree({ folders: [APP, LIB], tasks, sessions: [], facts: NO_FACTS });
    const [task, only] = folder?.children ?? [];
    assert.deepEqual(
      [folder?.node, task?.node, task?.children[0]?.node, only?.node],
      [
        { kind: 'folder', id: 'folder:file:///home/ada/app', folder: 'file:///home/ada/app' },
        { kind: 'task', id: 'task:t1', folder: 'file:///home/ada/app', task: 't1' },
        {
          kind: 'session',
          id: 'session:ada-main-t1',
          session: 'ada-main-t1',
          folder: 'file:///home/ada/app',
        },
        {
          kind: 'session',
          id: 'session:ada-main-t2',
          session: 'ada-main-t2',
          folder: 'file:///home/ada/app',
          task: 't2',
        },
      ],
    );
  });
});
