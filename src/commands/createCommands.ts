import type { CommandRuns } from '../agents/start/commandRuns';
import { systemClock } from '../base/clock';
import type { CommandName } from '../config/contributions';
import type { Settings } from '../config/settings';
import type { Leases } from '../ownership/leases';
import type { TaskStore } from '../tasks/taskStore';
import type { Messages } from '../views/dialogs/messages';
import type { SessionTerminals } from '../views/terminals/sessionTerminals';
import { provideTerminalProfile } from '../views/terminals/terminalProfile';
import { createCommandCall, type CommandCall, type AddCommand } from './commandCall';
import type { CommandServices, VsCodeServices } from './commandServices';
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

/** Creates what every command of package.json calls, and the terminal's profile. */
export function createCommands(
  deps: CommandsDeps,
): Pick<EntryPoints, 'commands' | 'provideTerminalProfile'> {
  const commands = new Map<CommandName, CommandCall>();
  const { loaded, messages, selection, terminals } = deps;
  const add: AddCommand = (name, own, handle) =>
    void commands.set(
      name,
      createCommandCall({ loaded, messages, selection }, name, (args, source) =>
        handle(own, args, source),
      ),
    );
  const services = createServices(deps);
  addStartCommands(services, add);
  addSessionCommands(services, add);
  addPromptCommands(services, add);
  addStatusCommands(services, add);
  addTaskCommands(services, add);
  add('showSessionHost', services, showSessionHost);
  const prepare = async () => {
    await askPersistence(services);
    return prepareStart(services, {}, { conversation: 'auto' });
  };
  const { showError } = messages;
  const profile = { prepare, terminals, showError };
  return { commands, provideTerminalProfile: () => provideTerminalProfile(profile) };
}

/** All services; each command can use only those that it declares. */
function createServices(deps: CommandsDeps): CommandServices {
  return {
    answers: deps.answers,
    api: deps.api,
    busy: VSCODE.busy,
    choices: VSCODE.choices,
    clock: systemClock,
    confirmValues: deps.confirmValues,
    copyText: VSCODE.copyText,
    delivery: deps.delivery,
    displayOf: deps.displayOf,
    driver: deps.driver,
    earlier: deps.earlier,
    editorSelection: VSCODE.editorSelection,
    facts: deps.facts,
    hosting: deps.hosting,
    installed: deps.installed,
    keptOptions: deps.keptOptions,
    launcher: deps.launcher,
    loaded: deps.loaded,
    messages: deps.messages,
    modelChanger: deps.modelChanger,
    models: deps.models,
    openFolder: VSCODE.openFolder,
    openMarkdown: VSCODE.openMarkdown,
    persistenceChoice: deps.persistenceChoice,
    pickers: VSCODE.pickers,
    progress: VSCODE.progress,
    questions: VSCODE.questions,
    reconnector: deps.reconnector,
    redrawTree: deps.redrawTree,
    registry: deps.registry,
    resumePreviews: deps.resumePreviews,
    selection: deps.selection,
    sessions: deps.sessions,
    settings: deps.settings,
    settledSelection: deps.settledSelection,
    sshTargets: deps.sshTargets,
    status: deps.status,
    statusPages: deps.statusPages,
    taskRemoval: deps.taskRemoval,
    tasks: deps.tasks,
    terminals: deps.terminals,
    trust: deps.trust,
    waitingSelection: deps.waitingSelection,
    workspace: VSCODE.workspace,
    worktreeCommands: createWorktreeCommands(deps),
    worktrees: deps.worktrees,
    worktreeStates: deps.worktreeStates,
  };
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
