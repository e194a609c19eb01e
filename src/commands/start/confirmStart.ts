import type { FolderRef } from '../../agents/folderRef';
import type { SurfaceOptions } from '../../base/startOptions';
import type { CommandServices } from '../commandServices';
import type { RestartOptions } from '../../agents/startRequests';
import { parseKept } from '../../agents/options/keptOptions';
import { parsePtyId } from '../../pty/ptyId';
import { findConversation } from '../../tasks/taskOfSession';
import type { KnownSession } from '../sessions/knownSessions';
import {
  allowAutoApprove,
  refuseAutoApprove,
  requestsAutoApprove,
  type ApprovalOptions,
} from '../../agents/options/autoApproval';
import { showValues } from '../../views/dialogs/shownText';

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

interface AutoApproveRequest<Options> {
  readonly options: Options;
  readonly folder: FolderRef;
  readonly providerId: string;
  /** Why the agent would act so, as a sentence. */
  readonly reason: string;
  /** The values that the start would have, by name. */
  readonly shown: Readonly<Record<string, unknown>>;
}

interface ConfirmedOptions<Options> {
  readonly options: Options;
  /** Whether the agent acts without requesting permission. */
  readonly isAutoApproved: boolean;
}

/**
 * Asks the person whether an agent may act without requesting permission, unless the setting
 * `autoApprove` allows it. An option may request that, or the CLI's flag in the extra arguments.
 * @returns `undefined` if the person cancels.
 */
async function confirmAutoApprove<Options extends ApprovalOptions>(
  deps: CommandServices,
  { options, folder, providerId, reason, shown }: AutoApproveRequest<Options>,
): Promise<ConfirmedOptions<Options> | undefined> {
  const settings = deps.settings(folder.uri);
  const provider = deps.registry.find(providerId, settings.providers);
  const isRequested = requestsAutoApprove(provider, options);
  if (settings.autoApprove || !isRequested) {
    return { options, isAutoApproved: isRequested };
  }
  const values = showValues(Object.entries(shown).filter(([, value]) => value !== undefined));
  const answer = await deps.questions.ask({
    message: `Start ${deps.displayOf(providerId, folder.uri).name} in ${folder.name} so that it does not request permission?`,
    detail: [
      `${reason} The agent can then change and delete everything that you can.`,
      ...(values.text === '' ? [] : [`It would start with:\n${values.text}`]),
    ].join('\n\n'),
    answers: values.isComplete
      ? (['Start with Auto-Approve', 'Start Normally'] as const)
      : (['Start Normally'] as const),
  });
  const isAutoApproved = answer === 'Start with Auto-Approve';
  const decide = isAutoApproved ? allowAutoApprove : refuseAutoApprove;
  return answer && { options: decide(provider, options), isAutoApproved };
}
