import type { FolderRef } from '../../agents/agentService';
import type { SurfaceOptions } from '../../base/startOptions';
import { withoutAutoApprove } from '../../providers/launch/autoApproveArgs';
import { showValues } from '../../views/dialogs/shownValues';
import type { CommandServices } from '../commandServices';

export type ConfirmStartDeps = Pick<
  CommandServices,
  'displayOf' | 'questions' | 'registry' | 'settings'
>;
type Options = SurfaceOptions<'startAgent'>;

interface ConfirmedPlace {
  readonly folder: FolderRef;
  readonly providerId: string;
}

/**
 * Asks the person to confirm options that widen an agent's rights. Such options come only from
 * keybindings, tasks and other extensions; the extension's own lists and menus never set them.
 * @returns the options that the person confirmed; `undefined` if the person cancels.
 */
export async function confirmStart(
  deps: ConfirmStartDeps,
  options: Options,
  place: ConfirmedPlace,
): Promise<Options | undefined> {
  const trusting = await confirmTrust(deps, options, place);
  return trusting && confirmAutoApprove(deps, trusting, place);
}

async function confirmTrust(
  deps: ConfirmStartDeps,
  options: Options,
  { folder, providerId }: ConfirmedPlace,
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
 * Auto-approve may be requested by the option or by the CLI's flag in the extra arguments. The
 * setting `autoApprove` allows both without a question.
 */
async function confirmAutoApprove(
  deps: ConfirmStartDeps,
  options: Options,
  { folder, providerId }: ConfirmedPlace,
): Promise<Options | undefined> {
  const { autoApprove, extraArgs = [] } = options;
  const settings = deps.settings(folder.uri);
  const provider = deps.registry.find(providerId, settings.providers);
  const others = provider ? withoutAutoApprove(provider, extraArgs) : extraArgs;
  const isRequested = autoApprove === true || others.length < extraArgs.length;
  if (!isRequested || settings.autoApprove) {
    return options;
  }
  const shown = showLaunchOptions(options);
  const answer = await deps.questions.ask({
    message: `Start ${deps.displayOf(providerId, folder.uri).name} in ${folder.name} so that it does not request permission?`,
    detail: [
      'A keybinding, a task or another extension requests this. The agent can then change and delete everything that you can.',
      ...(shown.text === '' ? [] : [`It would start with:\n${shown.text}`]),
    ].join('\n\n'),
    answers: shown.isComplete
      ? (['Start with Auto-Approve', 'Start Normally'] as const)
      : (['Start Normally'] as const),
  });
  return (
    answer && { ...options, autoApprove: answer === 'Start with Auto-Approve', extraArgs: others }
  );
}

function showLaunchOptions({ shellSetup, extraArgs, env }: Options) {
  return showValues(
    Object.entries({ shellSetup, extraArgs, env }).filter(([, value]) => value !== undefined),
  );
}
