import type { CommandRuns } from '../agents/start/commandRuns';
import type { WindowApi } from '../api/home/windowApi';
import { systemClock } from '../base/clock';
import type { CommandName } from '../config/contributions';
import type { Settings } from '../config/settings';
import type { Leases } from '../ownership/leases';
import type { TaskStore } from '../tasks/taskStore';
import type { Views } from '../views/createViews';
import { provideTerminalProfile } from '../views/terminals/terminalProfile';
import { createCommandCall, type CommandCall, type AddCommand } from './commandCall';
import type { CommandServices, CoreServices } from './commandServices';
import type { EntryPoints } from './entryPoints';
import { showSessionHost } from './host/showSessionHost';
import { addPromptCommands } from './prompts/addPromptCommands';
import { addSessionCommands } from './sessions/addSessionCommands';
import { addStartCommands } from './start/addStartCommands';
import { askPersistence } from './start/askPersistence';
import { prepareStart } from './start/startAgent';
import { addStatusCommands } from './status/addStatusCommands';
import { addTaskCommands } from './tasks/addTaskCommands';
import { WorktreeCommands } from './tasks/worktreeCommands';
import { VSCODE } from './vscodeServices';

interface CommandsDeps extends Pick<CommandServices, 'loaded' | 'persistenceChoice'> {
  readonly core: CoreServices & {
    readonly api: { readonly window: WindowApi };
    readonly commandRuns: CommandRuns;
    readonly leases: Leases;
    readonly tasks: TaskStore;
  };
  readonly settings: (folderUri: string | undefined) => Settings;
  readonly views: Views;
}

/** Creates what every command of package.json calls, and the terminal's profile. */
export function createCommands(
  deps: CommandsDeps,
): Pick<EntryPoints, 'commands' | 'provideTerminalProfile'> {
  const commands = new Map<CommandName, CommandCall>();
  const services = createServices(deps);
  const add: AddCommand = (name, handle) =>
    void commands.set(
      name,
      createCommandCall(services, name, (args, source) => handle(services, args, source)),
    );
  addStartCommands(add);
  addSessionCommands(add);
  addPromptCommands(add);
  addStatusCommands(add);
  addTaskCommands(add);
  add('showSessionHost', showSessionHost);
  const prepare = async () => {
    await askPersistence(services);
    return prepareStart(services, {}, { conversation: 'auto' });
  };
  const { messages, terminals } = deps.views;
  const profile = { prepare, terminals, showError: messages.showError };
  return { commands, provideTerminalProfile: () => provideTerminalProfile(profile) };
}

function createServices(deps: CommandsDeps): CommandServices {
  const { core, loaded, persistenceChoice, settings, views } = deps;
  const { messages, statusViews, terminals, tree } = views;
  return {
    answers: core.answers,
    api: core.api.window,
    busy: VSCODE.busy,
    choices: VSCODE.choices,
    clock: systemClock,
    confirmValues: views.confirmValues,
    copyText: VSCODE.copyText,
    delivery: core.delivery,
    displayOf: views.displayOf,
    driver: core.driver,
    earlier: core.earlier,
    editorSelection: VSCODE.editorSelection,
    facts: tree.facts,
    hosting: core.hosting,
    installed: views.installed,
    keptOptions: core.keptOptions,
    launcher: core.launcher,
    loaded,
    messages,
    modelChanger: core.modelChanger,
    models: core.models,
    openFolder: VSCODE.openFolder,
    openMarkdown: VSCODE.openMarkdown,
    persistenceChoice,
    pickers: VSCODE.pickers,
    progress: VSCODE.progress,
    questions: VSCODE.questions,
    reconnector: core.reconnector,
    redrawTree: () => tree.view.redraw(),
    registry: core.registry,
    resumePreviews: core.resumePreviews,
    selection: () => tree.view.selection,
    sessions: core.sessions,
    settings,
    settledSelection: () => tree.view.settledSelection(),
    sshTargets: core.sshTargets,
    status: core.status,
    statusPages: statusViews.pages,
    taskRemoval: core.taskRemoval,
    tasks: core.tasks,
    terminals,
    trust: core.trust,
    waitingSelection: () => statusViews.waitingSelection(),
    workspace: VSCODE.workspace,
    worktreeCommands: createWorktreeCommands(deps),
    worktrees: core.worktrees,
    worktreeStates: tree.worktreeStates,
  };
}

function createWorktreeCommands({ core, settings, views }: CommandsDeps): WorktreeCommands {
  const { commandRuns, leases, sessions, tasks } = core;
  const { messages, terminals } = views;
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
