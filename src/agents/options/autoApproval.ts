import type { StartOptions } from '../../base/startOptions';
import {
  isAutoApproveMode,
  withoutAutoApprove,
  type ApprovalFacts,
} from '../../providers/launch/autoApproveArgs';

/** The options that decide what an agent does without requesting permission. */
export type ApprovalOptions = StartOptions<'autoApprove' | 'extraArgs' | 'permissionMode'>;

/**
 * Whether the options let the agent act without requesting permission: by `autoApprove`, by a
 * permission mode, or by the CLI's own flag in the extra arguments.
 * @param provider undefined for a shell.
 */
export function requestsAutoApprove(
  provider: ApprovalFacts | undefined,
  options: ApprovalOptions,
): boolean {
  const { autoApprove, extraArgs = [] } = options;
  return (
    autoApprove === true ||
    hasAutoApproveMode(provider, options) ||
    otherArgs(provider, extraArgs).length < extraArgs.length
  );
}

/** The same options for an agent that requests permission. */
export function refuseAutoApprove<Options extends ApprovalOptions>(
  provider: ApprovalFacts | undefined,
  options: Options,
): Options {
  const { extraArgs = [] } = options;
  return {
    ...options,
    autoApprove: false,
    extraArgs: otherArgs(provider, extraArgs),
    ...(hasAutoApproveMode(provider, options) && { permissionMode: undefined }),
  };
}

/** The same options after the person has allowed auto-approval: a permission mode remains. */
export function allowAutoApprove<Options extends ApprovalOptions>(
  provider: ApprovalFacts | undefined,
  options: Options,
): Options {
  return options.permissionMode === undefined
    ? { ...refuseAutoApprove(provider, options), autoApprove: true }
    : options;
}

/**
 * What a start by an agent keeps of the options: that the agent requests permission. In place of a
 * permission mode that is auto-approval it requests permission.
 */
export function pickRestrictions(
  provider: ApprovalFacts | undefined,
  options: ApprovalOptions,
): StartOptions<'autoApprove' | 'permissionMode'> {
  const { autoApprove, permissionMode } = options;
  if (hasAutoApproveMode(provider, options)) {
    return { autoApprove: false };
  }
  return {
    ...(autoApprove === false && { autoApprove }),
    ...(permissionMode !== undefined && { permissionMode }),
  };
}

/** The same options without all that decides about permission, which another start decides. */
export function withoutApproval<Options extends ApprovalOptions>(
  provider: ApprovalFacts | undefined,
  options: Options,
): Options {
  const { extraArgs } = options;
  return {
    ...options,
    autoApprove: undefined,
    permissionMode: undefined,
    extraArgs: extraArgs && otherArgs(provider, extraArgs),
  };
}

function hasAutoApproveMode(
  provider: ApprovalFacts | undefined,
  { permissionMode }: ApprovalOptions,
): boolean {
  return (
    provider !== undefined &&
    permissionMode !== undefined &&
    isAutoApproveMode(provider, permissionMode)
  );
}

function otherArgs(
  provider: ApprovalFacts | undefined,
  extraArgs: readonly string[],
): readonly string[] {
  return provider ? withoutAutoApprove(provider, extraArgs) : extraArgs;
}
