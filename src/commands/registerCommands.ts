import type { CommandRuns } from '../agents/start/commandRuns';
import { systemClock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { Settings } from '../config/settings';
import type { Leases } from '../ownership/leases';
import type { TaskStore } from '../tasks/taskStore';
import type { Messages } from '../views/dialogs/messages';
import type { SessionTerminals } from '../views/terminals/sessionTerminals';
import { registerTerminalProfile } from '../views/terminals/terminalProfile';
import type { CommandServices, VsCodeServices } from './commandServices';
import { showSessionHost, type ShowSessionHostDeps } from './host/showSessionHost';
import { registerPromptCommands, type PromptCommandsDeps } from './prompts/registerPromptCommands';
import { registerCommand, type RegisterCommand } from './registerCommand';
import {
  registerSessionCommands,
  type SessionCommandsDeps,
} from './sessions/registerSessionCommands';
import { registerStartCommands, type StartCommandsDeps } from './start/registerStartCommands';
import { prepareStart } from './start/startAgent';
import { registerStatusCommands, type StatusCommandsDeps } from './status/registerStatusCommands';
import { registerTaskCommands, type TaskCommandsDeps } from './tasks/registerTaskCommands';
import { WorktreeCommands } from './tasks/worktreeCommands';
import { VSCODE } from './vscodeServices';

/** The services of the core and the views; the other services come from VS Code. */
interface CommandsDeps extends Omit<
  CommandServices,
  keyof VsCodeServices | 'clock' | 'worktreeCommands'
> {
  readonly commandRuns: Pick<CommandRuns, 'prepare'>;
  readonly leases: Pick<Leases, 'isOwnedElsewhere'>;
  readonly messages: Messages;
  readonly settings: (folderUri: string | undefined) => Settings;
  readonly tasks: TaskStore;
  readonly terminals: SessionTerminals;
}

/** Registers every command of package.json, each with the services that it uses. */
export function registerCommands(deps: CommandsDeps): Disposable {
  const store = new DisposableStore();
  const { loaded, messages, selection, terminals } = deps;
  const register: RegisterCommand = (name, services, handle) =>
    void store.add(
      registerCommand({ loaded, messages, selection }, name, (args, source) =>
        handle(services, args, source),
      ),
    );
  const worktreeCommands = createWorktreeCommands(deps);
  const start = startServices(deps, worktreeCommands);
  registerStartCommands(start, register);
  const prepare = () => prepareStart(start, {}, { conversation: 'auto' });
  store.add(registerTerminalProfile({ prepare, terminals, showError: messages.showError }));
  registerSessionCommands(sessionServices(deps), register);
  registerPromptCommands(promptServices(deps), register);
  registerStatusCommands(statusServices(deps), register);
  registerTaskCommands(taskServices(deps, worktreeCommands), register);
  register('showSessionHost', hostServices(deps), showSessionHost);
  return store;
}

function createWorktreeCommands(deps: CommandsDeps): WorktreeCommands {
  const { commandRuns, leases, messages, sessions, settings, tasks, terminals } = deps;
  return new WorktreeCommands({
    commandRuns,
    leases,
    messages,
    sessions,
    settings,
    tasks,
    terminals,
  });
}

function startServices(deps: CommandsDeps, worktreeCommands: WorktreeCommands): StartCommandsDeps {
  return {
    agents: deps.agents,
    busy: VSCODE.busy,
    choices: VSCODE.choices,
    clock: systemClock,
    confirmValues: deps.confirmValues,
    copyText: VSCODE.copyText,
    displayOf: deps.displayOf,
    earlier: deps.earlier,
    facts: deps.facts,
    taskRemoval: deps.taskRemoval,
    installed: deps.installed,
    messages: deps.messages,
    models: deps.models,
    pickers: VSCODE.pickers,
    progress: VSCODE.progress,
    questions: VSCODE.questions,
    reconnector: deps.reconnector,
    registry: deps.registry,
    resumePreviews: deps.resumePreviews,
    sessions: deps.sessions,
    settings: deps.settings,
    sshTargets: deps.sshTargets,
    tasks: deps.tasks,
    terminals: deps.terminals,
    trust: deps.trust,
    workspace: VSCODE.workspace,
    worktreeCommands,
    worktrees: deps.worktrees,
  };
}

function sessionServices(deps: CommandsDeps): SessionCommandsDeps {
  return {
    agents: deps.agents,
    busy: VSCODE.busy,
    clock: systemClock,
    confirmValues: deps.confirmValues,
    displayOf: deps.displayOf,
    facts: deps.facts,
    taskRemoval: deps.taskRemoval,
    messages: deps.messages,
    pickers: VSCODE.pickers,
    questions: VSCODE.questions,
    reconnector: deps.reconnector,
    registry: deps.registry,
    resumePreviews: deps.resumePreviews,
    selection: deps.selection,
    sessions: deps.sessions,
    settings: deps.settings,
    settledSelection: deps.settledSelection,
    status: deps.status,
    tasks: deps.tasks,
    terminals: deps.terminals,
    waitingSelection: deps.waitingSelection,
    workspace: VSCODE.workspace,
  };
}

function promptServices(deps: CommandsDeps): PromptCommandsDeps {
  return {
    agents: deps.agents,
    answers: deps.answers,
    busy: VSCODE.busy,
    choices: VSCODE.choices,
    displayOf: deps.displayOf,
    editorSelection: VSCODE.editorSelection,
    facts: deps.facts,
    messages: deps.messages,
    modelChanger: deps.modelChanger,
    models: deps.models,
    pickers: VSCODE.pickers,
    questions: VSCODE.questions,
    sessions: deps.sessions,
    settings: deps.settings,
    status: deps.status,
    tasks: deps.tasks,
    terminals: deps.terminals,
    workspace: VSCODE.workspace,
  };
}

function statusServices(deps: CommandsDeps): StatusCommandsDeps {
  return {
    api: deps.api,
    copyText: VSCODE.copyText,
    displayOf: deps.displayOf,
    facts: deps.facts,
    messages: deps.messages,
    pickers: VSCODE.pickers,
    redrawTree: deps.redrawTree,
    sessions: deps.sessions,
    status: deps.status,
    statusPages: deps.statusPages,
    tasks: deps.tasks,
    terminals: deps.terminals,
    workspace: VSCODE.workspace,
    worktreeStates: deps.worktreeStates,
  };
}

function taskServices(deps: CommandsDeps, worktreeCommands: WorktreeCommands): TaskCommandsDeps {
  return {
    busy: VSCODE.busy,
    choices: VSCODE.choices,
    confirmValues: deps.confirmValues,
    facts: deps.facts,
    taskRemoval: deps.taskRemoval,
    messages: deps.messages,
    openFolder: VSCODE.openFolder,
    pickers: VSCODE.pickers,
    progress: VSCODE.progress,
    questions: VSCODE.questions,
    selection: deps.selection,
    sessions: deps.sessions,
    settings: deps.settings,
    tasks: deps.tasks,
    terminals: deps.terminals,
    workspace: VSCODE.workspace,
    worktreeCommands,
    worktreeStates: deps.worktreeStates,
    worktrees: deps.worktrees,
  };
}

function hostServices(deps: CommandsDeps): ShowSessionHostDeps {
  return {
    busy: VSCODE.busy,
    choices: VSCODE.choices,
    hosting: deps.hosting,
    messages: deps.messages,
    questions: VSCODE.questions,
  };
}
