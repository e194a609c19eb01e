import type { CommandRuns } from '../agents/start/commandRuns';
import type { WindowApi } from '../api/home/windowApi';
import { systemClock } from '../base/clock';
import type { CommandName } from '../config/contributions';
import type { Settings } from '../config/settings';
import type { Leases } from '../ownership/leases';
import type { Review } from '../review/createReview';
import type { TaskStore } from '../tasks/taskStore';
import type { Views } from '../views/createViews';
import { quickChoices, quickPickers } from '../views/dialogs/quickPickers';
import { modalQuestions, showBusy, showProgress } from '../views/dialogs/vscodeMessages';
import { provideTerminalProfile } from '../views/terminals/terminalProfile';
import { readEditorSelection } from '../views/workspace/editorSelection';
import { setForUser } from '../views/workspace/userSettings';
import { windowActions } from '../views/workspace/windowActions';
import { readWorkspaceState } from '../views/workspace/workspaceState';
import { createCommandCall } from './commandCall';
import { createCommandHandlers } from './commandHandlers';
import type { CommandServices, CoreServices } from './commandServices';
import type { EntryPoints } from './entryPoints';
import { askPersistence } from './start/askPersistence';
import { prepareStart } from './start/startAgent';
import { TerminalRuns } from './tasks/terminalRuns';
import { WorktreeCommands } from './tasks/worktreeCommands';

interface CommandsDeps extends Pick<CommandServices, 'loaded' | 'persistenceChoice'> {
  readonly core: CoreServices & {
    readonly api: { readonly window: WindowApi };
    readonly commandRuns: CommandRuns;
    readonly leases: Leases;
    readonly review: Pick<Review, 'marks' | 'pullRequests' | 'reviews'>;
    readonly tasks: TaskStore;
  };
  readonly settings: (folderUri: string | undefined) => Settings;
  readonly views: Views;
}

/** Creates what every command of package.json calls, and the terminal's profile. */
export function createCommands(
  deps: CommandsDeps,
): Pick<EntryPoints, 'commandOf' | 'provideTerminalProfile'> {
  const services = createServices(deps, createTerminalRuns(deps));
  const handlers = createCommandHandlers();
  const prepare = async () => {
    await askPersistence(services);
    return prepareStart(services, {}, { conversation: 'auto' });
  };
  const { messages, terminals } = deps.views;
  const profile = { prepare, terminals, showError: messages.showError };
  return {
    commandOf: <Name extends CommandName>(name: Name) =>
      createCommandCall(services, name, (args, source) => handlers[name](services, args, source)),
    provideTerminalProfile: () => provideTerminalProfile(profile),
  };
}

function createServices(deps: CommandsDeps, runs: TerminalRuns): CommandServices {
  const { core, loaded, persistenceChoice, settings, views } = deps;
  return {
    answers: core.answers,
    api: core.api.window,
    busy: showBusy,
    choices: quickChoices,
    commits: core.commits,
    clock: systemClock,
    confirmValues: views.confirmValues,
    delivery: core.delivery,
    displayOf: views.displayOf,
    driver: core.driver,
    earlier: core.earlier,
    editorSelection: readEditorSelection,
    facts: views.tree.facts,
    hosting: core.hosting,
    installed: views.installed,
    keptOptions: core.keptOptions,
    landings: core.landings,
    launcher: core.launcher,
    loaded,
    messages: views.messages,
    modelChanger: core.modelChanger,
    models: core.models,
    persistenceChoice,
    pickers: quickPickers,
    progress: showProgress,
    pullRequests: core.review.pullRequests,
    questions: modalQuestions,
    reconnector: core.reconnector,
    registry: core.registry,
    review: views.review,
    reviewMarks: core.review.marks,
    reviewThreads: views.reviewThreads,
    reviewedEditor: views.reviewedEditor,
    reviews: core.review.reviews,
    runs,
    resumePreviews: core.resumePreviews,
    selection: () => views.tree.view.selection,
    sessions: core.sessions,
    setForUser,
    settings,
    settledSelection: () => views.tree.view.selected.settled(),
    sshTargets: core.sshTargets,
    status: core.status,
    statusPages: views.statusViews.pages,
    taskRemoval: core.taskRemoval,
    tasks: core.tasks,
    terminals: views.terminals,
    tree: views.tree,
    trust: core.trust,
    waitingSelection: () => views.statusViews.needsYou.selected.settled(),
    windowActions,
    workspace: readWorkspaceState,
    worktreeCommands: createWorktreeCommands(deps, runs),
    worktrees: core.worktrees,
    worktreeStates: views.tree.worktreeStates,
  };
}

function createTerminalRuns({ core, settings, views }: CommandsDeps): TerminalRuns {
  const { commandRuns, sessions } = core;
  return new TerminalRuns({ commandRuns, sessions, settings, terminals: views.terminals });
}

function createWorktreeCommands(
  { core, settings, views }: CommandsDeps,
  runs: TerminalRuns,
): WorktreeCommands {
  const { leases, tasks } = core;
  return new WorktreeCommands({ leases, messages: views.messages, runs, settings, tasks });
}
