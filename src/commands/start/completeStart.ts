import type { FolderRef } from '../../agents/folderRef';
import type { StartAgentRequest } from '../../agents/startRequests';
import { AGENT_OPTIONS, pickOptions, type SurfaceOptions } from '../../base/startOptions';
import { SessionError } from '../../base/errors';
import type { SshTarget } from '../../pty/ssh/sshLine';
import type { CommandServices } from '../commandServices';
import { chooseFolder } from '../tasks/taskArguments';
import { prepareTask } from '../tasks/prepareTask';
import { chooseModel } from './chooseModel';
import { confirmStart } from './confirmStart';

/** The parts of a start that the command decides and that are not options. */
export interface StartMode {
  readonly conversation: StartAgentRequest['conversation'];
  readonly ssh?: SshTarget | undefined;
  /** `ask`: the person chooses the model, unless the options have one. */
  readonly model?: 'ask';
}

interface CompletedStart {
  readonly request: StartAgentRequest;
  /** Whether the agent's question if it may trust its folder is approved automatically. */
  readonly trust: boolean;
}

/**
 * Asks the person for what the options leave open, and to confirm what only the person may allow.
 * `undefined` if the person cancels.
 * @throws {SessionError} what `chooseFolder` and `prepareTask` throw.
 */
export async function completeStart(
  deps: CommandServices,
  given: SurfaceOptions<'startAgent'>,
  { conversation, ssh, model }: StartMode,
): Promise<CompletedStart | undefined> {
  const folder = await chooseFolder(deps, given);
  const providerId = folder && (await chooseProvider(deps, folder, given.provider));
  if (!folder || providerId === undefined) {
    return undefined;
  }
  const start = { folder, providerId };
  const modelled = model === 'ask' ? await addModel(deps, given, start) : given;
  const confirmed = modelled && (await confirmStart(deps, modelled, start));
  const task = confirmed && (await prepareTask(deps, folder, confirmed));
  if (!task) {
    return undefined;
  }
  const options = { ...pickOptions(confirmed, AGENT_OPTIONS), ...(ssh && { ssh }) };
  const request = { folder, task, providerId, conversation, options };
  return { request, trust: confirmed.trust === true };
}

/**
 * The options with the model that the person chooses; `undefined` if the person cancels.
 * @throws {SessionError} `BAD_REQUEST` if the provider takes no model, and what `chooseModel` throws.
 */
async function addModel(
  deps: CommandServices,
  given: SurfaceOptions<'startAgent'>,
  start: { readonly folder: FolderRef; readonly providerId: string },
): Promise<SurfaceOptions<'startAgent'> | undefined> {
  if (given.model !== undefined) {
    return given;
  }
  const { providers } = deps.settings(start.folder.uri);
  const provider = deps.registry.find(start.providerId, providers);
  if (provider?.model.kind === 'none') {
    throw new SessionError(
      'BAD_REQUEST',
      `${provider.name} takes no model at its start: start it without one, and choose the model in its own menu.`,
    );
  }
  const model = await chooseModel(deps, start);
  return model === undefined ? undefined : { ...given, model };
}

/** The named provider, or the person's choice; `undefined` if its workspace values are refused. */
async function chooseProvider(
  deps: CommandServices,
  folder: FolderRef,
  named: string | undefined,
): Promise<string | undefined> {
  const providerId = named ?? (await pickProvider(deps, folder));
  if (providerId === undefined) {
    return undefined;
  }
  const isAllowed = (await deps.confirmValues.confirm(folder, providerId)) === 'answered';
  return isAllowed ? providerId : undefined;
}

async function pickProvider(deps: CommandServices, folder: FolderRef): Promise<string | undefined> {
  // The folder's settings define which providers can be chosen.
  if ((await deps.confirmValues.confirm(folder, undefined)) === 'cancelled') {
    return undefined;
  }
  return deps.pickers.pickProvider(
    deps.installed.check(folder, 'cached'),
    deps.settings(folder.uri).defaultProvider,
  );
}
