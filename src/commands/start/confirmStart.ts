import type { FolderRef } from '../../agents/folderRef';
import type { SurfaceOptions } from '../../base/startOptions';
import { confirmAutoApprove } from './confirmAutoApprove';
import type { CommandServices } from '../commandServices';
type Options = SurfaceOptions<'startAgent'>;

interface ConfirmedStart {
  readonly folder: FolderRef;
  readonly providerId: string;
}

/**
 * Asks the person to confirm options that widen an agent's rights. Such options come only from
 * keybindings, tasks and other extensions; the extension's own lists and menus never set them.
 * @returns the options that the person confirmed; `undefined` if the person cancels.
 */
export async function confirmStart(
  deps: CommandServices,
  options: Options,
  start: ConfirmedStart,
): Promise<Options | undefined> {
  const trusting = await confirmTrust(deps, options, start);
  if (!trusting) {
    return undefined;
  }
  const { permissionMode, shellSetup, extraArgs, env } = trusting;
  const confirmed = await confirmAutoApprove(deps, {
    ...start,
    options: trusting,
    reason: 'A keybinding, a task or another extension requests this.',
    shown: { permissionMode, shellSetup, extraArgs, env },
  });
  return confirmed?.options;
}

async function confirmTrust(
  deps: CommandServices,
  options: Options,
  { folder, providerId }: ConfirmedStart,
): Promise<Options | undefined> {
  if (options.trust !== true) {
    return options;
  }
  const { name } = deps.displayOf(providerId, folder.uri);
  const answer = await deps.questions.ask({
    message: `Start ${name} in ${folder.name} and answer that it may trust the folder?`,
    detail:
      'A keybinding, a task or another extension requests this. The agent then runs what files in the folder configure, such as hooks and servers, without asking you first.',
    answers: ['Start and Trust', 'Start Normally'] as const,
  });
  return answer && { ...options, trust: answer === 'Start and Trust' };
}
