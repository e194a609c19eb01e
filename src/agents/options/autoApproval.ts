import type { StartOptions } from '../../base/startOptions';
import { withoutAutoApprove } from '../../providers/launch/autoApproveArgs';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';

type Approval = StartOptions<'autoApprove' | 'extraArgs'>;

/**
 * Whether the options let the agent act without requesting permission: by `autoApprove`, or by the
 * CLI's own flag in the extra arguments.
 */
export function requestsAutoApprove(
  provider: Pick<ProviderDefinition, 'autoApprove'> | undefined,
  options: Approval,
): boolean {
  const { autoApprove, extraArgs = [] } = options;
  return autoApprove === true || otherArgs(provider, extraArgs).length < extraArgs.length;
}

/** The same options for an agent that requests permission. */
export function refuseAutoApprove<Options extends Approval>(
  provider: Pick<ProviderDefinition, 'autoApprove'> | undefined,
  options: Options,
): Options {
  const { extraArgs = [] } = options;
  return { ...options, autoApprove: false, extraArgs: otherArgs(provider, extraArgs) };
}

function otherArgs(
  provider: Pick<ProviderDefinition, 'autoApprove'> | undefined,
  extraArgs: readonly string[],
): readonly string[] {
  return provider ? withoutAutoApprove(provider, extraArgs) : extraArgs;
}
