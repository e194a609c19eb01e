import type { PreparedStart } from '../../agents/preparedStart';
import type { SurfaceOptions } from '../../base/startOptions';
import { DEFAULT_PROVIDER_ID } from '../../providers/registry/providerRegistry';
import type { CommandServices, StartedSession } from '../commandServices';
import { completeStart, type StartMode } from './completeStart';
import type { TerminalLocationSetting } from '../../config/contributions';
import type { TaskArguments } from '../commandArguments';
import { chooseFolder } from '../tasks/taskArguments';
import { prepareTask } from '../tasks/prepareTask';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';
import { subjectOfStart } from '../../views/terminals/terminalSubject';

/** Starts an agent in a task, asking for what the options leave open. */
export async function startAgent(
  deps: CommandServices,
  options: SurfaceOptions<'startAgent'>,
): Promise<StartedSession | undefined> {
  const prepared = await prepareStart(deps, options, { conversation: 'auto' });
  return showStart(deps, prepared, options.location);
}

/** {@link startAgent} with the provider in the title of the command. */
export function startClaude(
  deps: CommandServices,
  options: SurfaceOptions<'startClaude'>,
): Promise<StartedSession | undefined> {
  return startAgent(deps, { ...options, provider: DEFAULT_PROVIDER_ID });
}

/** {@link startAgent} with the model that the person chooses, unless the options have one. */
export async function startWithModel(
  deps: CommandServices,
  options: SurfaceOptions<'startAgent'>,
): Promise<StartedSession | undefined> {
  const mode = { conversation: 'auto', model: 'ask' } as const;
  return showStart(deps, await prepareStart(deps, options, mode), options.location);
}

/** Starts another conversation beside a task's main one. */
export async function newChat(
  deps: CommandServices,
  options: SurfaceOptions<'newChat'>,
): Promise<StartedSession | undefined> {
  const prepared = await prepareStart(deps, options, { conversation: 'chat' });
  return showStart(deps, prepared, undefined);
}

/**
 * Plans a start that waits for its terminal; `undefined` if the person cancels.
 * @throws {SessionError} what `completeStart` and `AgentLauncher.prepareAgent` throw.
 */
export async function prepareStart(
  deps: CommandServices,
  options: SurfaceOptions<'startAgent'>,
  mode: StartMode,
): Promise<PreparedStart | undefined> {
  const completed = await completeStart(deps, options, mode);
  if (!completed) {
    return undefined;
  }
  const { request, trust } = completed;
  const { name } = deps.displayOf(request.providerId, request.folder.uri);
  const prepared = await deps.busy(`Starting ${name}...`, () =>
    deps.launcher.prepareAgent(request),
  );
  return trust ? withTrust(deps, prepared) : prepared;
}

/** The same start; when its agent asks whether it may trust its folder, that is approved. */
function withTrust({ trust }: CommandServices, prepared: PreparedStart): PreparedStart {
  return {
    ...prepared,
    launch: async (size) => {
      const session = await prepared.launch(size);
      trust.give(session.id);
      return session;
    },
  };
}

/** Starts the person's login shell in the directory of a task. */
export async function startShell(
  deps: CommandServices,
  args: TaskArguments,
): Promise<StartedSession | undefined> {
  const folder = await chooseFolder(deps, args);
  if (!folder || (await deps.confirmValues.confirm(folder, SHELL_PROVIDER_ID)) === 'cancelled') {
    return undefined;
  }
  const task = await prepareTask(deps, folder, { task: args.task });
  const prepared =
    task &&
    (await deps.busy('Starting a shell...', () => deps.launcher.prepareShell(folder, task)));
  return showStart(deps, prepared, undefined);
}

/**
 * Opens a terminal for a planned start; the terminal launches it when its size is known. Does
 * nothing if `prepared` is undefined.
 */
export function showStart(
  { terminals, settings }: CommandServices,
  prepared: PreparedStart | undefined,
  requested: TerminalLocationSetting | undefined,
): StartedSession | undefined {
  if (!prepared) {
    return undefined;
  }
  const location = requested ?? settings(prepared.task.folder).location;
  terminals.open(subjectOfStart(prepared), { location, focus: 'take' });
  return { session: prepared.sessionId, task: prepared.task.id };
}
