import type { FolderRef } from '../../agents/folderRef';
import type { RestartOptions } from '../../agents/startRequests';
import { parseKept } from '../../agents/options/keptOptions';
import { parsePtyId } from '../../pty/ptyId';
import { findConversation } from '../../tasks/taskOfSession';
import type { CommandServices } from '../commandServices';
import type { KnownSession } from '../sessions/knownSessions';
import { confirmAutoApprove } from './confirmAutoApprove';

/**
 * Asks the person about what a session would start with again, and what the settings of its folder
 * do not allow by themselves: values of the workspace, and auto-approval. `undefined` if the person
 * cancels.
 */
export async function confirmKept(
  deps: CommandServices,
  { sessionId, task }: Pick<KnownSession, 'sessionId' | 'task'>,
  folder: FolderRef,
): Promise<Pick<RestartOptions, 'keepAutoApprove'> | undefined> {
  const providerId = parsePtyId(sessionId)?.providerId ?? '';
  if ((await deps.confirmValues.confirm(folder, providerId)) === 'cancelled') {
    return undefined;
  }
  const { options } = parseKept(task && findConversation(task, sessionId)?.options);
  const { permissionMode, shellSetup, extraArgs, envNames } = options;
  const confirmed = await confirmAutoApprove(deps, {
    ...{ options, folder, providerId },
    reason: 'It has been started so before, and agentTerminals.autoApprove does not allow it now.',
    shown: { permissionMode, shellSetup, extraArgs, env: envNames },
  });
  return confirmed && { keepAutoApprove: confirmed.isAutoApproved };
}
