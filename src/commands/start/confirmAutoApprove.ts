import type { FolderRef } from '../../agents/agentService';
import type { StartAgentArguments } from '../../config/contributions';
import { withoutAutoApprove } from '../../providers/launch/autoApproveArgs';
import { showValues } from '../../views/dialogs/shownValues';
import type { CommandDeps } from '../commandDeps';

export interface ApprovalPlace {
  readonly folder: FolderRef;
  readonly providerId: string;
}

/**
 * Our own lists and menus never ask for auto-approval, the setting does; so what arguments
 * ask for, by name or by the CLI's own flag, comes from elsewhere, and the person has to
 * agree. Gives the arguments as the person wants them; `undefined` = start nothing.
 */
export async function confirmAutoApprove(
  deps: Pick<CommandDeps, 'displayOf' | 'questions' | 'registry' | 'settings'>,
  args: StartAgentArguments,
  { folder, providerId }: ApprovalPlace,
): Promise<StartAgentArguments | undefined> {
  const { autoApprove, extraArgs = [] } = args;
  const settings = deps.settings(folder.uri);
  const provider = deps.registry.find(providerId, settings.providers);
  const others = provider ? withoutAutoApprove(provider, extraArgs) : extraArgs;
  const isWanted = autoApprove === true || others.length < extraArgs.length;
  if (!isWanted || settings.autoApprove) {
    return args;
  }
  const brought = showBrought(args);
  const answer = await deps.questions.ask({
    message: `Start ${deps.displayOf(providerId, folder.uri).name} in ${folder.name} so that it works without asking for permission?`,
    detail: [
      'A keybinding, a task or another extension asks for this. The agent can then change and delete whatever you can.',
      ...(brought.text === '' ? [] : [`It is to be started with:\n${brought.text}`]),
    ].join('\n\n'),
    answers: brought.isWhole
      ? (['Start with Auto-Approve', 'Start Normally'] as const)
      : (['Start Normally'] as const),
  });
  return (
    answer && { ...args, autoApprove: answer === 'Start with Auto-Approve', extraArgs: others }
  );
}

function showBrought({ shellSetup, extraArgs, env }: StartAgentArguments) {
  return showValues(
    Object.entries({ shellSetup, extraArgs, env }).filter(([, value]) => value !== undefined),
  );
}
