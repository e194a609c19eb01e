import type { FolderRef } from '../../agents/folderRef';
import {
  allowAutoApprove,
  refuseAutoApprove,
  requestsAutoApprove,
  type ApprovalOptions,
} from '../../agents/options/autoApproval';
import { showValues } from '../../views/dialogs/shownValues';
import type { CommandServices } from '../commandServices';

interface AutoApproveRequest<Options> {
  readonly options: Options;
  readonly folder: FolderRef;
  readonly providerId: string;
  /** Why the agent would act so, as a sentence. */
  readonly reason: string;
  /** The values that the start would have, by name. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** What the person has decided. */
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
export async function confirmAutoApprove<Options extends ApprovalOptions>(
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
