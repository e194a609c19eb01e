import assert from 'node:assert/strict';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { prepareStart } from '../../../../src/commands/start/startAgent';
import {
  COMMANDS,
  MCP_SERVER_PROVIDER,
  TERMINAL_PROFILE,
  type CommandName,
} from '../../../../src/config/contributions';
import {
  refuses,
  runsNothing,
  testEntryPoints,
  useUntrustedWorkspace,
  type EntryPoint,
} from '../../../support/agents/untrustedWorkspace';
import { useSharedCore } from '../../../support/agents/useCore';
import { MANIFEST } from '../../../support/manifest';
import { NO_FACTS } from '../../../support/views/treeSources';
import { changedFile, changesWith } from '../../../support/views/changes';
import { createCoreCommands, createServices } from '../../../support/views/coreCommands';

describe('the commands in a workspace without trust [S6]', function () {
  this.timeout(60_000);
  const fixture = useSharedCore();
  const workspace = useUntrustedWorkspace(fixture);

  /** Calls a command, which must not depend on the checks of the window. */
  function call(name: CommandName, args: object, overrides: Partial<CommandServices> = {}) {
    return createCoreCommands(fixture, overrides).get(name)?.(args);
  }

  const given = (name: CommandName, args: object) => () => call(name, args);
  const inTask =
    (name: CommandName, args: object = {}) =>
    () =>
      call(name, { task: workspace.taskId, ...args });
  const ofAgent =
    (name: CommandName, args: object = {}) =>
    () =>
      call(name, { session: workspace.agent, ...args });
  const ofSpare = (name: CommandName) => async () =>
    call(name, { session: await workspace.startSpare() });
  const ofEnded = (name: CommandName) => async () =>
    call(name, { session: await workspace.startEnded() });
  /** Calls a command about the selected row, which is that of an ended session. */
  const ofRow = (name: CommandName) => async () => {
    const session = await workspace.startEnded();
    const row = () =>
      Promise.resolve({ kind: 'session' as const, id: session, session, folder: undefined });
    return call(name, {}, { settledSelection: row, waitingSelection: row });
  };

  /** Calls a command while a file of the task is known to have changed. */
  function ofChanged(name: CommandName, args: object, overrides: Partial<CommandServices> = {}) {
    const changes = changesWith([changedFile('a.js', { kind: 'deleted' })]);
    const worktreeStates = {
      changesOf: () => ({ kind: 'read' as const, changes }),
      refresh: () => {},
      uncommittedOf: () => undefined,
    };
    return call(name, args, { worktreeStates, ...overrides });
  }
  const ofFile = (name: CommandName) => () =>
    ofChanged(name, { task: workspace.taskId, path: 'a.js' });
  const ofComment = (name: CommandName) => inTask(name, { comment: 'c1' });

  const SHOWS = 'shows a running session';
  const TYPES = 'types into a running session';

  /** Every command: a new one does not compile without a row. */
  const ROWS: Readonly<Record<CommandName, EntryPoint | readonly EntryPoint[]>> = {
    startClaude: refuses(
      inTask('startClaude'),
      given('startClaude', { task: 'Other', prompt: 'x' }),
    ),
    startAgent: refuses(
      inTask('startAgent', { provider: 'fake' }),
      given('startAgent', {}),
      given('startAgent', { provider: 'fake', task: 'In a worktree', worktree: true }),
    ),
    startWithModel: refuses(
      inTask('startWithModel', { provider: 'gemini' }),
      inTask('startWithModel', { provider: 'gemini', model: 'x' }),
    ),
    newChat: refuses(inTask('newChat', { provider: 'fake' })),
    startShell: refuses(inTask('startShell'), given('startShell', { task: 'Other' })),
    startSsh: refuses(inTask('startSsh', { provider: 'fake', target: 'localhost' })),
    restartSession: refuses(ofSpare('restartSession'), ofEnded('restartSession')),
    restartFresh: refuses(ofSpare('restartFresh')),
    resumeConversation: refuses(ofEnded('resumeConversation')),
    forkSession: refuses(ofAgent('forkSession'), ofAgent('forkSession', { worktree: true })),
    forkTask: refuses(inTask('forkTask'), inTask('forkTask', { worktree: true })),
    checkProviders: refuses(given('checkProviders', {})),
    openSession: [refuses(ofEnded('openSession')), runsNothing(SHOWS, ofAgent('openSession'))],
    openSessionInEditor: refuses(ofEnded('openSessionInEditor')),
    openSessionInPanel: refuses(ofEnded('openSessionInPanel')),
    openSessionToSide: refuses(ofEnded('openSessionToSide')),
    openSelected: refuses(ofRow('openSelected')),
    openWaiting: refuses(ofRow('openWaiting')),
    nextSession: runsNothing(SHOWS, given('nextSession', {})),
    killSession: runsNothing('ends a session', ofSpare('killSession')),
    muteSession: runsNothing('mutes a session', ofAgent('muteSession')),
    unmuteSession: runsNothing('unmutes a session', ofAgent('unmuteSession')),
    renameSession: runsNothing('renames a session', ofAgent('renameSession', { name: 'Other' })),
    approve: runsNothing(TYPES, ofAgent('approve')),
    deny: runsNothing(TYPES, ofAgent('deny')),
    reply: runsNothing(TYPES, ofAgent('reply', { text: 'hello' })),
    sendPrompt: runsNothing(TYPES, ofAgent('sendPrompt', { prompt: 'hello' })),
    sendSelection: runsNothing(TYPES, () =>
      call(
        'sendSelection',
        { session: workspace.agent },
        {
          editorSelection: () => ({ savedPath: '/file', text: 'hello', firstLine: 1, lastLine: 1 }),
        },
      ),
    ),
    // The fake agent lists no models; another one runs its CLI for that.
    changeModel: refuses(() => {
      const { models } = fixture.core;
      return call(
        'changeModel',
        { session: workspace.agent },
        {
          modelChanger: { change: () => Promise.resolve('changed'), findObstacle: () => undefined },
          models: { list: (_provider, options) => models.list('opencode', options) },
        },
      );
    }),
    interrupt: runsNothing('types a key', ofSpare('interrupt')),
    explainStatus: runsNothing('shows a page', ofAgent('explainStatus')),
    copyScreen: runsNothing('reads a screen', ofAgent('copyScreen')),
    copyLastAnswer: runsNothing('reads an answer', ofAgent('copyLastAnswer')),
    copyLastCodeBlock: runsNothing('reads an answer', ofAgent('copyLastCodeBlock')),
    openAnswer: runsNothing('reads an answer', ofAgent('openAnswer')),
    copyApiConnection: runsNothing('opens a port', given('copyApiConnection', {})),
    refresh: runsNothing('draws the tree', given('refresh', {})),
    showAllChanges: runsNothing('draws the tree', given('showAllChanges', {})),
    showUncommitted: runsNothing('draws the tree', given('showUncommitted', {})),
    showLog: runsNothing('shows the log', given('showLog', {})),
    showSessionHost: runsNothing('shows what runs', given('showSessionHost', {})),
    newTask: [
      refuses(given('newTask', { task: 'With a worktree', worktree: true })),
      runsNothing('stores a task', given('newTask', { task: 'Without one', worktree: false })),
    ],
    archiveTask: refuses(inTask('archiveTask')),
    unarchiveTask: refuses(() => call('unarchiveTask', { task: workspace.archivedId })),
    deleteTask: refuses(inTask('deleteTask')),
    renameTask: runsNothing('renames a task', inTask('renameTask', { name: 'Till' })),
    commitTask: refuses(inTask('commitTask', { message: 'x', paths: ['file'] })),
    landTask: refuses(inTask('landTask', { way: 'merge' })),
    undoLand: refuses(async () => {
      await workspace.landTask();
      return call('undoLand', { task: workspace.taskId });
    }),
    showBoth: runsNothing('shows what has been read', () => {
      const { taskId } = workspace;
      const other = fixture.core.tasks.find(taskId);
      const overlaps = { files: new Map([['a.js', other ? [other] : []]]), tasks: [] };
      const facts = { ...NO_FACTS, overlapsOf: () => overlaps };
      return ofChanged('showBoth', { task: taskId }, { facts });
    }),
    sortTasks: runsNothing('changes a setting', given('sortTasks', { order: 'need' })),
    openTaskFolder: runsNothing(
      'opens a window, which has its own trust',
      inTask('openTaskFolder'),
    ),
    reviewTask: runsNothing('shows what has been read', inTask('reviewTask')),
    addComment: runsNothing('stores a comment', given('addComment', { thread: {}, text: 'x' })),
    editComment: runsNothing('shows a comment', ofComment('editComment')),
    saveComment: runsNothing('stores a comment', ofComment('saveComment')),
    cancelComment: runsNothing('shows a comment', ofComment('cancelComment')),
    deleteComment: runsNothing('deletes a comment', ofComment('deleteComment')),
    sendReview: refuses(async () => {
      const lines = { path: 'file', side: 'current', line: 1, endLine: 1 } as const;
      const { taskId } = workspace;
      await fixture.core.review.reviews.addComment(taskId, lines, { file: 'x', text: 'Why?' });
      return call('sendReview', { task: taskId });
    }),
    openRound: runsNothing('shows what is stored', inTask('openRound', { round: 1 })),
    markReviewed: runsNothing('stores a mark', ofFile('markReviewed')),
    unmarkReviewed: runsNothing('removes a mark', ofFile('unmarkReviewed')),
    cancelWorktree: runsNothing('ends a creation', given('cancelWorktree', {})),
    repairWorktree: refuses(inTask('repairWorktree')),
    createPullRequest: refuses(inTask('createPullRequest')),
  };

  /** What else package.json contributes that can run something. */
  const OTHERS: Readonly<Record<string, EntryPoint>> = {
    [TERMINAL_PROFILE]: refuses(() =>
      prepareStart(createServices(fixture, []), {}, { conversation: 'auto' }),
    ),
    [MCP_SERVER_PROVIDER]: runsNothing('writes a program into the home', () =>
      fixture.core.installCommandLine(),
    ),
  };

  it('have a row each', () => {
    const contributed = MANIFEST.contributes.commands.map(({ command }) => command);
    const rows = Object.keys(ROWS) as CommandName[];
    assert.deepEqual(rows.map((name) => COMMANDS[name]).sort(), contributed.sort());
    assert.deepEqual(rows.sort(), [...createCoreCommands(fixture, {}).keys()].sort());
  });

  it('and the other contributions have a row each', () => {
    const { terminal, mcpServerDefinitionProviders } = MANIFEST.contributes;
    const contributed = [...terminal.profiles, ...mcpServerDefinitionProviders];
    assert.deepEqual(Object.keys(OTHERS).sort(), contributed.map(({ id }) => id).sort());
  });

  testEntryPoints(workspace, ROWS);
  testEntryPoints(workspace, OTHERS);
});
