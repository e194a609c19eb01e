import type { CommandsEnd } from '../../../src/agents/start/commandRuns';
import type { TaskChanges } from '../../../src/agents/worktrees/worktreeStates';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import type { StartAgentRequest } from '../../../src/agents/startRequests';
import { OwnedElsewhereError } from '../../../src/ownership/sessionHandover';
import type { ResumePreview } from '../../../src/agents/conversations/resumePreviews';
import type { EarlierConversation } from '../../../src/agents/conversations/earlierConversations';
import type { SessionError } from '../../../src/base/errors';
import type { CommandServices } from '../../../src/commands/commandServices';
import type { HostState, OtherHost } from '../../../src/commands/host/sessionHosting';
import type { Settings } from '../../../src/config/settings';
import type { SessionInfo } from '../../../src/pty/sessionService';
import type { TaskReview } from '../../../src/review/taskReview';
import {
  ProviderRegistry,
  type ProviderOverrides,
} from '../../../src/providers/registry/providerRegistry';
import type { Conversation, Task } from '../../../src/tasks/task';
import type { WorktreeLosses } from '../../../src/worktrees/inspectWorktree';
import type { WorktreeLocation } from '../../../src/worktrees/locateWorktree';
import type { TaskOverlaps } from '../../../src/views/tree/changes/overlaps';
import type { TerminalSubject } from '../../../src/views/terminals/terminalSubject';
import { FakeSessions } from '../pty/fakeSessions';
import { FakeModels } from './fakeModels';
import { FakeStatus } from '../status/fakeStatus';
import { ManualClock } from '../manualClock';
import {
  fakePullRequests,
  pullRequestPlan,
  type PlannedPullRequest,
} from '../review/fakePullRequests';
import { fakeReviews } from '../review/fakeReviews';
import { folderRef, NO_FACTS, resumable, taskIn } from './treeSources';
import { lossesOf } from '../agents/worktreeTask';
import { fakeLandings } from './fakeLandings';
import { fakeMessages } from './fakeMessages';
import { fakeWindowActions, fakeWorktrees } from './fakeWorktrees';

/** The effects of commands, as texts. */
export class CommandWorld {
  readonly events: string[] = [];
  readonly requests: StartAgentRequest[] = [];
  readonly sessions = new FakeSessions();
  readonly typed: string[] = [];
  tasks: Task[] = [];
  activeSessionId: string | undefined;
  /** The stored conversations of agents, by directory. */
  readonly earlier = new Map<string, readonly EarlierConversation[]>();
  /** The resume previews of conversations, by PTY id; all others resume. */
  readonly resumePreviews = new Map<string, ResumePreview | undefined>();
  readonly clock = new ManualClock();
  /** The PTY ids of the sessions of another window. */
  readonly elsewhere = new Set<string>();
  /** Those of them that outlive windows, and can continue here unchanged. */
  readonly beyond = new Map<string, SessionInfo>();
  /** The session host, and its sessions whose directories no longer exist. */
  hostState: HostState = { kind: 'none' };
  withoutDirectory: readonly SessionInfo[] = [];
  otherHosts: readonly OtherHost[] = [];
  /** Whether the person no longer watches the other window. */
  isAbandoned = false;
  readonly status = new FakeStatus();
  autoApproveSetting = false;
  /** The hosts of the SSH configuration. */
  sshTargets: readonly string[] = [];
  worktreeMode: Settings['worktree.mode'] = 'never';
  worktreeFetch: Settings['worktree.fetch'] = 'ask';
  /** How commands in a terminal end. */
  runEnd: CommandsEnd = { kind: 'done' };
  /** The branch of a remote that the base follows. */
  remoteBase: string | undefined;
  /** Git's reason why no worktree can be created. */
  obstacle: string | undefined;
  /** The error of each check of a worktree. */
  failure: SessionError | undefined;
  /** What is planned for a new pull request; each plan takes one entry, the last one is repeated. */
  pullRequestPlans: PlannedPullRequest[] = [pullRequestPlan()];
  location: WorktreeLocation = { kind: 'there', lockReason: undefined };
  /** What would be lost with a worktree, one entry for each check; the last one is repeated. */
  losses: WorktreeLosses[] = [lossesOf()];
  /** The setting, which alone defines the providers. */
  providers: ProviderOverrides = {};
  /** What tasks have changed, by their ids. */
  readonly changes = new Map<string, TaskChanges>();
  readonly reviews = new Map<string, TaskReview>();
  readonly overlaps = new Map<string, TaskOverlaps>();
  readonly uncommitted = new Map<string, TaskChanges>();
  readonly models = new FakeModels();
  readonly deps: CommandServices;

  /** `overrides` replace what the test controls: pickers, questions, the workspace. */
  constructor(overrides: Partial<CommandServices> = {}) {
    this.deps = { ...this.createDeps(), ...overrides };
  }

  private createReconnector(note: (event: string) => void): CommandServices['reconnector'] {
    return {
      isFoundElsewhere: (id) => Promise.resolve(this.beyond.has(id)),
      takeOver: (id, terms) => {
        if (this.elsewhere.has(id) && !this.isAbandoned && terms === 'ifAbandoned') {
          return Promise.reject(new OwnedElsewhereError(id));
        }
        note(`take over ${id}`);
        const session = this.beyond.get(id);
        this.beyond.delete(id);
        this.elsewhere.delete(id);
        if (session) {
          this.sessions.put(session);
        }
        return Promise.resolve(session);
      },
    };
  }

  private createDeps(): CommandServices {
    const note = (event: string): void => void this.events.push(event);
    const cancel = () => Promise.resolve(undefined);
    this.sessions.callsOf = (id) => ({
      kill: () => (note(`kill ${id}`), this.sessions.remove(id)),
      write: (data) => note(`write ${id} ${Buffer.from(data).toString()}`),
    });
    return {
      loaded: Promise.resolve(),
      ...this.createStatusDeps(note),
      taskRemoval: {
        removeTask: (id) => Promise.resolve(note(`remove ${id}`)),
        removeConversation: (task, id) => Promise.resolve(note(`forget ${task} ${id}`)),
      },
      delivery: {
        send: (id, prompt) => Promise.resolve(note(`prompt ${id} ${prompt}`)),
        interrupt: (id) => Promise.resolve(note(`interrupt ${id}`)),
      },
      keptOptions: {
        keepModel: (id, model) => Promise.resolve(note(`keep ${model} for ${id}`)),
      },
      launcher: this.createLauncher(note),
      reconnector: this.createReconnector(note),
      trust: { give: (id) => note(`trust ${id}`) },
      hosting: {
        state: () => Promise.resolve(this.hostState),
        listWithoutDirectory: () => Promise.resolve(this.withoutDirectory),
        listOthers: () => Promise.resolve(this.otherHosts),
        endOther: ({ host }) => Promise.resolve(note(`end host ${host}`)),
        stop: () => Promise.resolve(note('stop host')),
        start: () => Promise.resolve(note('start host')),
        endProcess: (pid) => Promise.resolve(note(`end process ${pid}`)),
        endSession: ({ id }) => Promise.resolve(note(`end ${id}`)),
      },
      api: {
        openTcp: () => Promise.resolve({ url: 'http://127.0.0.1:1234', token: 'secret' }),
      },
      clock: this.clock,
      resumePreviews: this.createResumePreviews(),
      earlier: { list: (_folder, cwd) => Promise.resolve(this.earlier.get(cwd) ?? []) },
      facts: {
        ...NO_FACTS,
        isElsewhere: (id) => this.elsewhere.has(id),
        overlapsOf: (id) => this.overlaps.get(id),
      },
      ...this.models.createDeps(note),
      registry: new ProviderRegistry([]),
      sessions: this.sessions,
      tasks: this.createTasks(note),
      terminals: this.createTerminals(note),
      sshTargets: () => Promise.resolve(this.sshTargets),
      confirmValues: { confirm: () => Promise.resolve('answered') },
      installed: { check: () => Promise.resolve([]) },
      messages: fakeMessages(note),
      persistenceChoice: { ask: () => Promise.resolve() },
      pickers: {
        pickFolder: cancel,
        pickTask: cancel,
        pickProvider: cancel,
        pickSession: cancel,
        pickConversation: cancel,
        askTaskName: cancel,
        askSessionLabel: cancel,
        askText: cancel,
      },
      questions: { ask: cancel },
      choices: { choose: cancel, chooseMany: cancel, chooseDirectory: cancel },
      progress: (_title, work) => work({}),
      ...fakeLandings(this, note),
      ...fakePullRequests(this, note),
      worktrees: fakeWorktrees(this, note),
      worktreeStates: {
        changesOf: (id) => this.changes.get(id),
        uncommittedOf: (id) => this.uncommitted.get(id),
        refresh: () => note('refresh'),
      },
      review: {
        openAll: ({ task, changes: { files } }) =>
          Promise.resolve(note(`review ${task.id}: ${files.length}`)),
        openFile: ({ task, changes }, path, { beside, line } = {}) => {
          const isListed = changes.files.some((file) => file.path === path);
          const where = `${beside ? ' beside' : ''}${line === undefined ? '' : `:${line}`}`;
          return Promise.resolve(
            note(`${isListed ? 'diff' : 'no diff'} ${task.id} ${path}${where}`),
          );
        },
        openRound: ({ id }, round) => Promise.resolve(note(`round ${id} ${round}`)),
      },
      ...fakeReviews(this.reviews, note),
      setForUser: (key, value) => Promise.resolve(note(`set ${key} ${JSON.stringify(value)}`)),
      worktreeCommands: {
        forget: () => {},
        allowStart: () => Promise.resolve(true),
        setUp: (_folder, task) => (note(`set up ${task.id}`), undefined),
        tearDown: (_folder, task) => (note(`tear down ${task.id}`), Promise.resolve(true)),
      },
      busy: (_title, work) => work(),
      displayOf: () => ({ name: 'Ada', icon: 'robot', resumes: true, changesModel: false }),
      windowActions: fakeWindowActions(note),
      settings: () => ({
        autoApprove: this.autoApproveSetting,
        defaultProvider: 'ada',
        location: 'editor',
        persistence: 'window',
        providers: this.providers,
        taskOrder: 'newest',
        'worktree.mode': this.worktreeMode,
        'worktree.fetch': this.worktreeFetch,
      }),
      workspace: () => ({ folders: [folderRef('app')], virtualSchemes: [], isTrusted: true }),
      selection: () => undefined,
      settledSelection: () => Promise.resolve(undefined),
      editorSelection: () => undefined,
    };
  }

  private createResumePreviews(): CommandServices['resumePreviews'] {
    const find = (id: string) =>
      this.resumePreviews.has(id) ? this.resumePreviews.get(id) : resumable();
    return {
      find: (_folder, _cwd, ptyId) => Promise.resolve(find(ptyId)),
      findAll: (candidates) => {
        const found = candidates.flatMap(({ conversation: { ptyId } }) => {
          const preview = find(ptyId);
          return preview ? [[ptyId, preview] as const] : [];
        });
        return Promise.resolve(new Map(found));
      },
    };
  }

  private createStatusDeps(note: (event: string) => void) {
    return {
      status: this.status,
      answers: {
        approve: (id, shown) => Promise.resolve(note(`approve ${id}: ${shown}`)),
        deny: (id) => Promise.resolve(note(`deny ${id}`)),
        reply: (id, text) => Promise.resolve(note(`reply ${id} ${text}`)),
      },
      statusPages: {
        activeSessionId: undefined,
        show: (id, name) => Promise.resolve(note(`explain ${id} as ${name}`)),
      },
      waitingSelection: () => Promise.resolve(undefined),
    } satisfies Partial<CommandServices>;
  }

  private createLauncher(note: (event: string) => void): CommandServices['launcher'] {
    const prepared = (task: Task, sessionId: string): PreparedStart => ({
      task,
      sessionId,
      label: 'Ada',
      providerId: 'ada',
      afterExit: 'shell',
      notices: [],
      launch: () => Promise.reject(new Error('not launched here')),
      ...{ enter() {}, discard() {} },
    });
    return {
      prepareAgent: (request) => {
        this.requests.push(request);
        return Promise.resolve(prepared(taskIn('app', 't9'), 'ada-main-t9'));
      },
      prepareShell: () => Promise.resolve(prepared(taskIn('app', 't9'), 'shell-chat-c9')),
      prepareRestart: (id, { fresh, takeOver, keepAutoApprove } = {}) => {
        const isElsewhere = this.elsewhere.has(id);
        if (isElsewhere && takeOver === 'ifAbandoned' && !this.isAbandoned) {
          return Promise.reject(new OwnedElsewhereError(id));
        }
        note(
          `restart ${id}${fresh ? ' fresh' : ''}${isElsewhere ? ` from there ${takeOver}` : ''}${keepAutoApprove ? ' with auto-approve' : ''}`,
        );
        return Promise.resolve(prepared(taskIn('app', 't9'), id));
      },
      prepareFork: (id, { keepAutoApprove } = {}) => {
        note(`fork ${id}${keepAutoApprove ? ' with auto-approve' : ''}`);
        return Promise.resolve(prepared(taskIn('app', 't9'), 'ada-chat-c9'));
      },
    };
  }

  private createTasks(note: (event: string) => void): CommandServices['tasks'] {
    return {
      list: (folder) => this.tasks.filter((task) => !folder || task.folder === folder),
      find: (id) => this.tasks.find((task) => task.id === id),
      create: (task) => (note(`task ${task.name}`), Promise.resolve(taskIn('app', 't9'))),
      rename: (id, name) => Promise.resolve(note(`rename ${id} ${name}`)),
      muteConversation: (task, id, isMuted) =>
        Promise.resolve(note(`${isMuted ? 'mute' : 'unmute'} ${task} ${id}`)),
      relabelConversation: (task, id: Conversation['ptyId'], label) =>
        Promise.resolve(note(`relabel ${task} ${id} ${label}`)),
    };
  }

  private createTerminals(note: (event: string) => void): CommandServices['terminals'] {
    const activeSessionId = (): string | undefined => this.activeSessionId;
    return {
      get activeSessionId() {
        return activeSessionId();
      },
      open: ({ sessionId, launch }: TerminalSubject, { location, terminal }) =>
        note(
          `${launch ? 'start' : terminal === 'another' ? 'add' : 'show'} ${sessionId} ${location}`,
        ),
      close: (id) => note(`close ${id}`),
      relabel: (id, label) => note(`title ${id} ${label}`),
    };
  }
}
