import assert from 'node:assert/strict';
import type { AgentLauncher } from '../../../../src/agents/agentLauncher';
import type { StartAgentRequest } from '../../../../src/agents/startRequests';
import type { EarlierConversations } from '../../../../src/agents/conversations/earlierConversations';
import type { ResumePreviews } from '../../../../src/agents/conversations/resumePreviews';
import type { ProviderChecks } from '../../../../src/agents/start/providerChecks';
import type { CommandRuns } from '../../../../src/agents/start/commandRuns';
import type { TaskWorktrees } from '../../../../src/agents/worktrees/taskWorktrees';
import type { Models } from '../../../../src/driver/models/models';
import type { Core } from '../../../../src/main/core';
import type { SessionSpec } from '../../../../src/pty/sessionService';
import type { WindowSessions } from '../../../../src/pty/windowSessions';
import type { Task } from '../../../../src/tasks/task';
import {
  refuses,
  runsNothing,
  testEntryPoints,
  useUntrustedWorkspace,
  type EntryPoint,
} from '../../../support/agents/untrustedWorkspace';
import { useSharedCore } from '../../../support/agents/useCore';

/** The rows of a part: a new method does not compile without one. */
type RowsOf<Part> = Readonly<Record<keyof Part, EntryPoint>>;

/**
 * The parts of the core that views call by themselves, for example to restore sessions, to draw the
 * tree, and to look for agents.
 */
describe('the parts of a window in a workspace without trust', function () {
  this.timeout(60_000);
  const fixture = useSharedCore();
  const workspace = useUntrustedWorkspace(fixture);

  const taskOf = (id: string): Task => {
    const task = fixture.core.tasks.find(id);
    assert.ok(task);
    return task;
  };
  const task = () => taskOf(workspace.taskId);
  const folder = () => fixture.folderRef();
  const core = () => fixture.core;

  const request = (): StartAgentRequest => ({
    folder: folder(),
    task: { kind: 'existing', id: workspace.taskId },
    providerId: 'fake',
    conversation: 'chat',
    options: {},
  });
  const launch = async (start: ReturnType<AgentLauncher['prepareAgent']>) => (await start).launch();

  const STARTS: RowsOf<AgentLauncher> = {
    prepareAgent: refuses(() => launch(core().launcher.prepareAgent(request()))),
    prepareShell: refuses(() => launch(core().launcher.prepareShell(folder(), request().task))),
    prepareRestart: refuses(
      async () => launch(core().launcher.prepareRestart(await workspace.startEnded())),
      // As at the start of a window.
      async () => {
        const terms = { takeOver: 'ifAbandoned' } as const;
        return launch(core().launcher.prepareRestart(await workspace.startEnded(), terms));
      },
    ),
    prepareFork: refuses(() => launch(core().launcher.prepareFork(workspace.agent))),
    isTakenOver: runsNothing('looks up an id', () => core().launcher.isTakenOver(workspace.agent)),
  };

  const CHECKS: RowsOf<ProviderChecks> = {
    checkAll: refuses(
      () => core().providerChecks.checkAll(folder(), 'cached'),
      () => core().providerChecks.checkAll(undefined, 'refresh'),
    ),
  };

  const DELIVERY: RowsOf<Pick<Core['delivery'], 'interrupt' | 'send'>> = {
    send: runsNothing('types into a running session', () =>
      core().delivery.send(workspace.agent, 'hello'),
    ),
    interrupt: runsNothing('types a key', async () =>
      core().delivery.interrupt(await workspace.startSpare()),
    ),
  };

  const KEPT_OPTIONS: RowsOf<Core['keptOptions']> = {
    keepModel: runsNothing('stores an option', () =>
      core().keptOptions.keepModel(workspace.agent, 'big'),
    ),
  };

  const WORKTREES: RowsOf<TaskWorktrees> = {
    creations: runsNothing('lists creations', () => core().worktrees.creations.list()),
    findRemoteBase: refuses(() => core().worktrees.findRemoteBase(folder())),
    findObstacle: refuses(() => core().worktrees.findObstacle(folder(), 'Other')),
    create: refuses(() => core().worktrees.create({ folder: folder(), name: 'Other' })),
    takeChanges: refuses(() => core().worktrees.takeChanges(task())),
    inspect: refuses(() => core().worktrees.inspect(task())),
    status: refuses(() => core().worktrees.status(task())),
    isPublished: refuses(() => core().worktrees.isPublished(task())),
    publication: refuses(() => core().worktrees.publication(task())),
    changes: refuses(() => core().worktrees.changes(task(), 'base')),
    original: refuses(() =>
      core().worktrees.original(task(), { since: '0'.repeat(40), path: 'a' }),
    ),
    archive: refuses(() => core().worktrees.archive(task())),
    unarchive: refuses(() => core().worktrees.unarchive(taskOf(workspace.archivedId))),
    delete: refuses(() => core().worktrees.delete(task(), { branch: 'delete', force: true })),
    locate: refuses(() => core().worktrees.locate(task())),
    requireThere: refuses(() => core().worktrees.requireThere(task())),
    repair: refuses(() => core().worktrees.repair(task())),
    restore: refuses(() => core().worktrees.restore(taskOf(workspace.archivedId))),
  };

  const commands = () => ({ folder: folder(), task: task(), label: 'Setup', commands: ['true'] });
  const spec = (change: Partial<SessionSpec> = {}): SessionSpec => ({
    id: 'shell-chat-x',
    label: 'Shell',
    kind: 'local',
    exec: '/bin/sh',
    afterExit: 'keep',
    scrollback: 100,
    program: { file: '/bin/sh', args: [], cwd: fixture.folder, env: {} },
    ...change,
  });

  const OTHERS: RowsOf<CommandRuns & Pick<WindowSessions, 'create' | 'open'>> = {
    prepare: refuses(async () => (await core().commandRuns.prepare(commands())).start.launch()),
    create: refuses(() => core().sessions.create(spec())),
    open: refuses(() => core().sessions.open(spec())),
  };

  const MODELS: RowsOf<Models> = {
    list: refuses(
      () => core().models.list('opencode', { folder: folder() }),
      () => core().models.list('opencode', { refresh: 'refresh' }),
    ),
  };

  const EARLIER: RowsOf<EarlierConversations> = {
    list: runsNothing('reads transcripts', () => core().earlier.list(folder(), fixture.folder)),
  };

  const PREVIEWS: RowsOf<ResumePreviews> = {
    find: runsNothing('reads transcripts', () =>
      core().resumePreviews.find(folder(), task().cwd, workspace.agent),
    ),
    findAll: runsNothing('reads transcripts', async () => {
      const [conversation] = task().conversations;
      assert.ok(conversation);
      const candidate = { folder: folder(), cwd: task().cwd, conversation };
      return (await core().resumePreviews.findAll([candidate])).size;
    }),
  };

  for (const [part, rows] of Object.entries({
    // Before "kept options", which store a model with which the fork would start.
    starts: STARTS,
    checks: CHECKS,
    commands: OTHERS,
    delivery: DELIVERY,
    earlier: EARLIER,
    'kept options': KEPT_OPTIONS,
    models: MODELS,
    previews: PREVIEWS,
    worktrees: WORKTREES,
  })) {
    describe(part, () => testEntryPoints(workspace, rows));
  }
});
