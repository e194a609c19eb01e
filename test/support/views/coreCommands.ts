import { createCommandHandlers } from '../../../src/commands/commandHandlers';
import type { CommandServices } from '../../../src/commands/commandServices';
import { TerminalRuns } from '../../../src/commands/tasks/terminalRuns';
import { WorktreeCommands } from '../../../src/commands/tasks/worktreeCommands';
import { COMMAND_NAMES, type CommandName } from '../../../src/config/contributions';
import type { Core } from '../../../src/main/core';
import { InstalledAgents } from '../../../src/views/workspace/installedAgents';
import { CommandWorld } from './commandWorld';
import type { useCore } from '../agents/useCore';

type CallCommand = (args: object) => Promise<unknown>;

/**
 * All commands over a core; each ends when its terminals have started. The person agrees to everything, and takes the first of what is offered
 * or what the test names. The window claims that its workspace is trusted.
 */
export function createCoreCommands(
  fixture: ReturnType<typeof useCore>,
  overrides: Partial<CommandServices>,
): ReadonlyMap<CommandName, CallCommand> {
  const launched: Promise<unknown>[] = [];
  const services = { ...createServices(fixture, launched), ...overrides };
  const handlers = createCommandHandlers();
  const callOf = (name: CommandName) => async (args: object) => {
    // The tests pass the arguments of each command.
    const result = await handlers[name](services, args as never, 'program');
    await Promise.all(launched);
    return result;
  };
  return new Map(COMMAND_NAMES.map((name) => [name, callOf(name)]));
}

/** The services of commands: those of the core, and a person who agrees. Adds starts to `launched`. */
export function createServices(
  fixture: ReturnType<typeof useCore>,
  launched: Promise<unknown>[],
): CommandServices {
  const { core } = fixture;
  const workspace: CommandServices['workspace'] = () => ({
    folders: [fixture.folderRef()],
    virtualSchemes: [],
    isTrusted: true,
  });
  const { deps } = new CommandWorld({
    answers: core.answers,
    commits: core.commits,
    landings: core.landings,
    api: core.api.window,
    earlier: core.earlier,
    taskRemoval: core.taskRemoval,
    delivery: core.delivery,
    hosting: core.hosting,
    keptOptions: core.keptOptions,
    launcher: core.launcher,
    installed: new InstalledAgents({
      providerChecks: core.providerChecks,
      workspace,
      setContextKey: () => {},
    }),
    modelChanger: core.modelChanger,
    models: core.models,
    reconnector: core.reconnector,
    pullRequests: core.review.pullRequests,
    registry: core.registry,
    resumePreviews: core.resumePreviews,
    reviewMarks: core.review.marks,
    reviews: core.review.reviews,
    sessions: core.sessions,
    status: core.status,
    tasks: core.tasks,
    trust: core.trust,
    workspace,
    worktrees: core.worktrees,
    ...createAnswers(launched),
  });
  const runs = createTerminalRuns(core, deps);
  return { ...deps, runs, worktreeCommands: createWorktreeCommands(core, { ...deps, runs }) };
}

/** The answers of a person who agrees. */
function createAnswers(
  launched: Promise<unknown>[],
): Pick<CommandServices, 'choices' | 'pickers' | 'questions' | 'terminals'> {
  return {
    choices: {
      choose: (_, choices) => Promise.resolve(choices[0]?.value),
      chooseMany: (_, choices) => Promise.resolve(choices.map(({ value }) => value)),
      chooseDirectory: () => Promise.resolve(undefined),
    },
    pickers: {
      pickFolder: ([folder]) => Promise.resolve(folder),
      pickTask: ([task]) => Promise.resolve(task && { kind: 'existing', id: task.id }),
      pickProvider: async (statuses) => (await statuses).find(({ path }) => path)?.providerId,
      pickSession: ([session]) => Promise.resolve(session?.sessionId),
      pickConversation: () => Promise.resolve(0),
      askTaskName: () => Promise.resolve('Another'),
      askSessionLabel: () => Promise.resolve('Another'),
      askText: () => Promise.resolve('hello'),
    },
    questions: { ask: ({ answers }) => Promise.resolve(answers[0]) },
    terminals: {
      activeSessionId: undefined,
      open: (subject) => {
        const launch = subject.launch?.(undefined);
        launch?.catch(() => {});
        launched.push(Promise.resolve(launch));
      },
      close: () => {},
      relabel: () => {},
    },
  };
}

function createTerminalRuns(core: Core, { settings, terminals }: CommandServices): TerminalRuns {
  const { commandRuns, sessions } = core;
  return new TerminalRuns({ commandRuns, sessions, settings, terminals });
}

function createWorktreeCommands(core: Core, deps: CommandServices): WorktreeCommands {
  const { messages, runs, settings } = deps;
  const commands = { 'worktree.setup': ['true'], 'worktree.teardown': ['true'] };
  return new WorktreeCommands({
    leases: core.leases,
    runs,
    messages: { ...messages, offer: () => Promise.resolve(true) },
    settings: (folderUri) => ({ ...settings(folderUri), ...commands }),
    tasks: core.tasks,
  });
}
