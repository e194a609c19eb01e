import type { FolderRef, StartAgentRequest } from '../../agents/agentService';
import { AGENT_OPTIONS, pickOptions, type SurfaceOptions } from '../../base/startOptions';
import type { SshPlace } from '../../pty/ssh/sshLine';
import type { CommandServices } from '../commandServices';
import { chooseFolder, type ChooseFolderDeps } from '../tasks/choosePlace';
import { placeTask, type PlaceTaskDeps } from '../tasks/placeTask';
import { confirmStart, type ConfirmStartDeps } from './confirmStart';

export type CompleteStartDeps = ChooseFolderDeps &
  ConfirmStartDeps &
  PlaceTaskDeps &
  Pick<CommandServices, 'confirmValues' | 'installed' | 'pickers' | 'settings'>;

/** The parts of a start that the command decides and that are not options. */
export interface StartMode {
  readonly conversation: StartAgentRequest['conversation'];
  readonly ssh?: SshPlace | undefined;
}

/** A start for which all decisions are made. */
interface CompletedStart {
  readonly request: StartAgentRequest;
  /** Whether the agent's question if it may trust its folder is approved automatically. */
  readonly trust: boolean;
}

/**
 * Asks the person for what the options leave open, and to confirm what only the person may allow.
 * `undefined` if the person cancels.
 * @throws {SessionError} what `chooseFolder` and `placeTask` throw.
 */
export async function completeStart(
  deps: CompleteStartDeps,
  given: SurfaceOptions<'startAgent'>,
  { conversation, ssh }: StartMode,
): Promise<CompletedStart | undefined> {
  const folder = await chooseFolder(deps, given);
  const providerId = folder && (await chooseProvider(deps, folder, given.provider));
  if (!folder || providerId === undefined) {
    return undefined;
  }
  const confirmed = await confirmStart(deps, given, { folder, providerId });
  const task = confirmed && (await placeTask(deps, folder, confirmed));
  if (!task) {
    return undefined;
  }
  const options = { ...pickOptions(confirmed, AGENT_OPTIONS), ...(ssh && { ssh }) };
  const request = { folder, task, providerId, conversation, options };
  return { request, trust: confirmed.trust === true };
}

/** The named provider, or the person's choice; `undefined` if its workspace values are refused. */
async function chooseProvider(
  deps: CompleteStartDeps,
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

async function pickProvider(
  deps: CompleteStartDeps,
  folder: FolderRef,
): Promise<string | undefined> {
  // The folder's settings define which providers can be chosen.
  if ((await deps.confirmValues.confirm(folder, undefined)) === 'cancelled') {
    return undefined;
  }
  return deps.pickers.pickProvider(
    deps.installed.check(folder, 'cached'),
    deps.settings(folder.uri).defaultProvider,
  );
}
