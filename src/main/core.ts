import { randomUUID as randomUuid } from 'node:crypto';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import which from 'which';
import type { AgentHooks } from '../agents/start/agentHooks';
import type { AgentSettings } from '../agents/start/agentSettings';
import type { FolderRef } from '../agents/agentService';
import { AgentLauncher } from '../agents/agentLauncher';
import { CliFinder } from '../agents/start/cliFinder';
import { CommandRuns } from '../agents/start/commandRuns';
import { ConversationResolver } from '../agents/conversations/conversationResolver';
import { ResumePreviews } from '../agents/conversations/resumePreviews';
import { EarlierConversations } from '../agents/conversations/earlierConversations';
import { forgetEndedShells } from '../agents/conversations/forgetEndedShells';
import type { HostFacts } from '../agents/start/hostFacts';
import { KnownConversations } from '../agents/conversations/knownConversations';
import { LoginShells } from '../agents/start/loginShells';
import { closeEndedConversations } from '../agents/conversations/openConversations';
import { outlivesWindow } from '../pty/session/outlivesWindow';
import { PtyApi } from '../agents/ptyApi';
import { ProviderChecks } from '../agents/start/providerChecks';
import { readHostFacts } from '../agents/start/readHostFacts';
import { SessionConversations } from '../agents/conversations/sessionConversations';
import { SessionHandover } from '../ownership/sessionHandover';
import { SessionOwnership } from '../ownership/sessionOwnership';
import { SessionStarts } from '../agents/start/sessionStarts';
import { SshPlanner } from '../agents/start/sshPlanner';
import { diskSshConfigs, listSshTargets } from '../agents/start/sshTargets';
import { ShellPlanner } from '../agents/start/shellPlanner';
import { StartPlanner } from '../agents/start/startPlanner';
import { TaskPlaces } from '../agents/taskPlaces';
import type { TmuxPlanner } from '../agents/start/tmuxPlanner';
import { TaskWorktrees, type TaskWorktreesDeps } from '../agents/worktrees/taskWorktrees';
import { settledWithin, systemClock } from '../base/clock';
import { toMessage } from '../base/errors';
import type { Disposable, DisposableStore } from '../base/lifecycle';
import { isAlive } from '../base/isAlive';
import { isSameProcess } from '../base/isSameProcess';
import { readStartTime } from '../base/readStartTime';
import { createReconnector } from './coreReconnector';
import { createApi, type ApiHost } from './coreApi';
import { createDriver } from './coreDriver';
import { createHooks } from './coreHooks';
import { createSessions } from './coreSessions';
import type { HostLimits } from '../host/protocol/calls';
import { isDirectory, type SessionsHost } from '../pty/createSessionManager';
import { createStatus } from './coreStatus';
import { createInput } from './coreInput';
import { createTmux } from './coreTmux';
import { ConversationLearner } from '../conversations/conversationLearner';
import { DiskTranscripts } from '../conversations/transcripts/diskTranscripts';
import { BUILT_IN_PROVIDERS } from '../providers/catalog/builtInProviders';
import { CliDetector } from '../providers/launch/cliDetector';
import { ProviderRegistry } from '../providers/registry/providerRegistry';
import { isPlainText } from '../providers/launch/textFile';
import { findExecutable } from '../pty/shell/preflight';
import type { WindowSessions } from '../pty/windowSessions';
import { parsePtyId } from '../pty/ptyId';
import { runCommand } from '../pty/process/runCommand';
import type { SessionInfo } from '../pty/sessionService';
import { Forgetting } from '../tasks/forgetting';
import { Handovers } from '../ownership/handovers';
import { Leases, type LeasesDeps } from '../ownership/leases';
import { Moving } from '../tasks/moving';
import { SessionMapStore } from '../tasks/sessionMapStore';
import { randomTaskIds } from '../tasks/taskIds';
import { findTaskOfSession } from '../tasks/taskOfSession';
import { TaskStore } from '../tasks/taskStore';
import { Git } from '../worktrees/git/git';
import { Worktrees } from '../worktrees/worktrees';

/** What the core has to be told by whoever hosts it. */
export interface CoreHost extends SessionsHost, ApiHost {
  /** Of each place that holds sessions, read anew each time they matter. */
  readonly limits: () => HostLimits;
  /** VS Code's version. */
  readonly appVersion: string;
  /** Our own environment. */
  readonly env: HostFacts['env'];
  /** Where tasks are remembered. */
  readonly storagePath: string;
  /** The settings as they count for a folder, or for none in particular. */
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly isTrusted: () => boolean;
  readonly folders: () => readonly FolderRef[];
  /** Whether anybody looks at the window: the host of one that was reloaded may live on. */
  readonly isWatched: () => Promise<boolean>;
}

/** How long a window that closes looks for what its agents made up last, at most. */
const SETTLE_MS = 500;

export type Core = ReturnType<typeof createCore>;

/** Makes all that works without VS Code, each part with what it needs. */
export function createCore(host: CoreHost, store: DisposableStore) {
  const { settingsOf, isTrusted, folders } = host;
  const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
  const facts = readHostFacts(host);
  const tasks = store.add(new TaskStore(host.storagePath, systemClock, randomTaskIds));
  const { tmux, tmuxSessions } = createTmux(facts, settingsOf);
  const { sessions, ...hosted } = createSessions({ ...host, facts, tmux, tmuxSessions });
  store.add(sessions);
  const hooks = createHooks({ ...host, facts, sessions, isAlive }, store);

  const notify = (message: string): void => agents.notify(message);
  const memory = createMemory(host, facts, store);
  const closing = store.add(closeEndedConversations(sessions, tasks, memory.leases));
  store.add(forgetEndedShells(sessions, tasks, memory.leases));
  const shared = { sessions, tasks, ...memory, hooks: hooks.agentHooks, notify };
  const { ownership, resolver, ...owning } = createOwnership(host, shared, store);
  const { sessionConversations, handover } = owning;
  const planning = { registry, tmux, ...hooks, conversations: resolver };
  const planners = createPlanners(host, facts, planning);
  const ids = randomTaskIds;
  const parts = { sessions, tasks, registry, ...planners, settingsOf, isTrusted, folders, ids };
  const finders = createFinders(parts);
  const reconnecting = { ...shared, ...finders, ...owning, ...planners, ownership, tmuxSessions };
  const reconnector = createReconnector({ ...host, ...hosted, ...reconnecting }, store);
  hooks.follow({ ...memory, sessionConversations, ...finders });
  const status = createStatus({ ...host, ...hooks, ...finders, facts, sessions }, store);
  const { delivery, ...input } = createInput({ sessions, status, ...finders, notify }, store);
  const driving = { ...parts, ...memory, ...hooks, ...finders, facts, status, delivery };
  const drive = createDriver(driving, store);
  const typeFirstPrompt = delivery.sendFirst.bind(delivery);
  const clock = systemClock;
  const starting = { sessionConversations, clock, typeFirstPrompt, notify };
  const starts = new SessionStarts({ ...parts, ...memory, ...starting });
  const agents = store.add(
    new AgentLauncher({
      ...parts,
      places: new TaskPlaces(tasks, folders),
      ...{ starts, delivery, handover },
    }),
  );
  const forgetting = new Forgetting(tasks, memory.map);
  const worktrees = createTaskWorktrees(host, facts, { tasks, forgetting, ...memory });
  const commandRuns = new CommandRuns({ ...parts, starts });
  const earlier = new EarlierConversations({ ...parts, ...memory });
  const resumePreviews = new ResumePreviews({ ...parts, ...memory, resolver });
  const driven = { ...drive, ...input, agents, commandRuns, isAlive, starts, status, worktrees };
  const api = createApi({ ...host, ...parts, ...hosted, ...hooks, ...driven }, store);
  const handleLateError = (error: unknown): void => notify(toMessage(error));
  const late = { home: facts.user.home, typeFirstPrompt, handleLateError };
  const ptys = new PtyApi({ ...parts, ...memory, ...owning, ...late });
  const shutdown = createShutdown({ ...shared, ownership, closing });
  return {
    ...{ ...drive, ...input, agents, api, commandRuns, earlier, resumePreviews, ptys },
    ...{ registry, sessions, status, tasks, worktrees },
    sshTargets: () => listSshTargets(diskSshConfigs(facts.user.home)),
    ...memory,
    ...{ forgetting, onDidReceiveHook: hooks.onDidReceive, stopHooks: hooks.stop },
    ...{ reconnector, handover, ...hosted, shutdown, tmuxSessions },
  };
}

interface ShutdownParts extends ReturnType<typeof createMemory> {
  readonly sessions: WindowSessions;
  readonly hooks: AgentHooks;
  readonly ownership: SessionOwnership;
  readonly tasks: TaskStore;
  /** What takes the end of a session for the end of its conversation. */
  readonly closing: Disposable;
}

/**
 * Ends all sessions but those that outlive the window; what runs in any of them is what the next
 * window finds open.
 */
function createShutdown(parts: ShutdownParts): (timeoutMs: number) => Promise<void> {
  const { sessions, hooks, ownership, tasks, map, leases, closing } = parts;
  return async (timeoutMs) => {
    closing.dispose();
    const living = sessions.list().filter(outlivesWindow);
    living.forEach(({ id }) => hooks.leave(id));
    await sessions.shutdown(timeoutMs);
    // What the ends of sessions changed is to be on disk, and nothing held any more.
    await settledWithin(systemClock, SETTLE_MS, ownership.settle());
    await Promise.all([tasks.flush(), map.flush(), leases.shutdown()]);
  };
}

function createOwnership(
  { logger, isWatched }: CoreHost,
  parts: ReturnType<typeof createMemory> & {
    readonly sessions: WindowSessions;
    readonly hooks: AgentHooks;
    readonly tasks: TaskStore;
    readonly notify: (message: string) => void;
  },
  store: DisposableStore,
) {
  const handleError = (error: unknown): void =>
    logger.error('What session has which conversation is not kept for certain.', error);
  const clock = systemClock;
  const ownership = store.add(new SessionOwnership({ ...parts, clock, handleError }));
  const sessionConversations = store.add(
    new SessionConversations({ ...parts, ownership, clock, logger, handleError }),
  );
  const known = new KnownConversations({ ...parts, isDirectory });
  const resolver = new ConversationResolver({ ...parts, known, randomUuid });
  const handover = store.add(new SessionHandover({ ...parts, ownership, clock, isWatched }));
  return { ownership, sessionConversations, resolver, handover };
}

function createTaskWorktrees(
  { env, settingsOf }: CoreHost,
  { user }: HostFacts,
  parts: Pick<TaskWorktreesDeps, 'forgetting'> & {
    readonly tasks: TaskStore;
    readonly map: SessionMapStore;
  },
): TaskWorktrees {
  const worktreesOf = (folderUri: string): Worktrees => {
    const gitPath = (): string => settingsOf(folderUri).gitPath || 'git';
    const git = new Git({ clock: systemClock, runCommand, gitPath, env });
    return new Worktrees({ git, home: user.home, temp: tmpdir(), randomMark: randomUuid });
  };
  const moving = new Moving(parts.tasks, parts.map);
  return new TaskWorktrees({ ...parts, moving, worktreesOf, settingsOf, clock: systemClock });
}

/** What is remembered of sessions and their conversations, by this window and the others. */
function createMemory(
  { storagePath, logger }: CoreHost,
  { user }: HostFacts,
  store: DisposableStore,
) {
  const transcripts = new DiskTranscripts(user.home);
  const learner = store.add(new ConversationLearner(transcripts, systemClock));
  const map = store.add(new SessionMapStore(storagePath, systemClock));
  const shared = {
    directory: join(storagePath, 'leases'),
    clock: systemClock,
    handleError: (error: unknown) => logger.error('Other windows cannot be looked for.', error),
  };
  const { pid } = process;
  const self = { pid, startTime: readStartTime(pid), hostname: hostname() };
  const isRunning: LeasesDeps['isRunning'] = (owner) =>
    isSameProcess({ pid: owner.pid, startTime: owner.startTime });
  const leases = store.add(new Leases({ ...shared, self, isRunning }));
  const handovers = store.add(new Handovers({ ...shared, leases }));
  return { map, leases, handovers, transcripts, learner };
}

function createPlanners(
  { logger }: CoreHost,
  facts: HostFacts,
  { registry, tmux, commandLine, agentHooks: hooks, conversations }: PlannerParts,
) {
  const detector = createDetector(facts);
  const shells = new LoginShells({ host: facts, run: runCommand, logger, locate: locateShell });
  const clis = new CliFinder(detector);
  const openHooks = (ptyId: string) => hooks.open(ptyId);
  const ssh = new SshPlanner({ openHooks, host: facts, findExecutable, logger });
  const shared = { host: facts, registry, shells, hooks, ssh, logger };
  const shellPlanner = new ShellPlanner({ ...shared, tmux, commandLine });
  return {
    planner: new StartPlanner({ ...shared, clis, shell: shellPlanner, conversations }),
    shellPlanner,
    checks: new ProviderChecks({ registry, shells, detector }),
  };
}

interface PlannerParts {
  readonly registry: ProviderRegistry;
  readonly tmux: TmuxPlanner;
  readonly agentHooks: AgentHooks;
  readonly commandLine: () => Promise<string | undefined>;
  readonly conversations: ConversationResolver;
}

interface ProviderSearch extends Pick<CoreHost, 'folders' | 'settingsOf'> {
  readonly tasks: TaskStore;
  readonly registry: ProviderRegistry;
}

/** Finds the settings that count for a session, its task's folder's or its own, and its provider as they have it. */
function createFinders({ tasks, registry, folders, settingsOf }: ProviderSearch) {
  const settingsFor = ({ id, workDir }: SessionInfo): AgentSettings => {
    const task = findTaskOfSession(tasks.list(), id);
    return settingsOf(task?.folder ?? folders().find(({ path }) => path === workDir)?.uri);
  };
  const providerOf = (session: SessionInfo) =>
    registry.find(parsePtyId(session.id)?.providerId ?? '', settingsFor(session).providers);
  return { settingsFor, providerOf };
}

function createDetector({ platform, user }: HostFacts): CliDetector {
  return new CliDetector({ findExecutable, isPlainText, runCommand, platform, home: user.home });
}

function locateShell(shell: string): string | undefined {
  return which.sync(shell, { nothrow: true }) ?? undefined;
}
