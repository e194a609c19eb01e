import { SessionError } from '../../base/errors';
import { conversationArgs, type ConversationChoice } from './conversationArgs';
import { formatFlag, type ResolvedProviderCommandConfig } from '../model/providerCommandConfig';
import { placePrompt, type PromptPlacement } from '../model/promptPlacement';
import type { ProviderDefinition } from '../model/providerDefinition';
import { sanitizePrompt } from './plainText';
import { parseShellArgs } from '../../pty/shell/parseShellArgs';

export interface AgentIntent {
  readonly autoApprove: boolean;
  readonly prompt?: string | undefined;
  readonly model?: string | undefined;
  /** In place of auto-approval. */
  readonly permissionMode?: string | undefined;
  readonly extraArgs: readonly string[];
  readonly conversation: ConversationChoice;
}

/** Facts about the machine; `env` is the session's environment. */
export interface AgentMachine {
  readonly isRoot: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface AgentCommand {
  /** All arguments but those for hooks and MCP, without the CLI itself. */
  readonly args: readonly string[];
  /** How many arguments at the end form a positional prompt, including a separator before it. */
  readonly trailing: number;
  readonly env: Readonly<Record<string, string>>;
  /** How the prompt is passed. Keystrokes are typed once the agent accepts input. */
  readonly prompt: 'none' | 'inArguments' | { readonly keystrokes: string };
  readonly notices: readonly string[];
}

/**
 * Plans an agent's command line. A positional prompt goes last (after `--` if the CLI supports it),
 * a prompt with a flag goes among the options, and any other prompt is typed.
 * @throws {SessionError} `BAD_REQUEST` if the provider does not support or refuses the request.
 */
export function planAgentCommand(
  config: ResolvedProviderCommandConfig,
  intent: AgentIntent,
  machine: AgentMachine,
): AgentCommand {
  const { provider } = config;
  checkAutoApprove(provider, intent, machine);
  const text = sanitizePrompt(intent.prompt ?? '');
  const placement =
    text === '' ? undefined : placePrompt(provider.initialPrompt, text, machine.platform);
  const model = modelChoice(provider, intent.model);
  const mode = permissionModeArgs(provider, intent);
  const last = placement?.kind === 'last' ? [...placement.separator, text] : [];
  const args = [
    ...subcommand(provider, placement),
    ...conversationArgs(provider, intent.conversation),
    ...buildProviderCliArgs({
      defaultArgs: config.defaultArgs,
      ...autoApproveOptions(config, intent),
      initialPrompt: text,
      initialPromptFlag: config.initialPromptFlag,
      useKeystrokeInjection: placement?.kind !== 'flag',
      extraArgs: [...config.extraArgs, ...model.args, ...mode, ...intent.extraArgs],
    }),
    ...last,
  ];
  return {
    args,
    trailing: last.length,
    env: { ...config.env, ...model.env },
    prompt: promptDelivery(placement, text),
    notices: autoApproveNotices(provider, intent),
  };
}

function checkAutoApprove(
  { name, autoApprove, permissionModes }: ProviderDefinition,
  intent: AgentIntent,
  machine: AgentMachine,
) {
  const refusal = autoApprove.kind === 'flag' ? autoApprove.refusedAsRoot : undefined;
  const mode = permissionModes.kind === 'flag' ? permissionModes.refusedAsRoot : undefined;
  const isWanted = intent.autoApprove || (mode !== undefined && intent.permissionMode === mode);
  if (isWanted && refusal && machine.isRoot && !machine.env[refusal.unlessEnv]) {
    throw new SessionError(
      'BAD_REQUEST',
      `${name} refuses to work without asking while it runs as root; start it without auto-approve, or set ${refusal.unlessEnv}=1 in a sandbox.`,
    );
  }
}

/** A provider that approves by default needs arguments to turn that off if it was not requested. */
function autoApproveOptions(config: ResolvedProviderCommandConfig, { autoApprove }: AgentIntent) {
  const support = config.provider.autoApprove;
  return !autoApprove && support.kind === 'byDefault'
    ? { autoApprove: true, autoApproveFlag: formatFlag(support.offArgs) }
    : { autoApprove, autoApproveFlag: config.autoApproveFlag };
}

function autoApproveNotices(
  { name, autoApprove }: ProviderDefinition,
  intent: AgentIntent,
): readonly string[] {
  if (autoApprove.kind === 'neverAsks' && !intent.autoApprove) {
    return [`${name} never asks before it runs a command or changes a file.`];
  }
  return autoApprove.kind === 'none' && intent.autoApprove
    ? [`${name} has no known flag to work without asking, so it may ask.`]
    : [];
}

function subcommand(
  provider: ProviderDefinition,
  placement: PromptPlacement | undefined,
): readonly string[] {
  const { initialPrompt } = provider;
  return placement?.kind === 'flag' && initialPrompt.kind === 'flag'
    ? (initialPrompt.subcommand ?? provider.subcommand)
    : provider.subcommand;
}

function modelChoice({ name, model: support }: ProviderDefinition, model: string | undefined) {
  if (model === undefined) {
    return { args: [], env: {} };
  }
  if (support.kind === 'none') {
    throw new SessionError(
      'BAD_REQUEST',
      `${name} accepts no model when it starts; remove it and choose one inside ${name}.`,
    );
  }
  if (model === '' || model.startsWith('-')) {
    throw new SessionError(
      'BAD_REQUEST',
      `'${model}' is not the name of a model of ${name}: remove it, or name one that ${name} lists.`,
    );
  }
  return support.kind === 'flag'
    ? { args: [support.flag, model], env: {} }
    : { args: [], env: { [support.name]: model } };
}

function permissionModeArgs(
  { name, permissionModes }: ProviderDefinition,
  { autoApprove, permissionMode: mode }: AgentIntent,
): readonly string[] {
  if (mode === undefined) {
    return [];
  }
  if (permissionModes.kind === 'none') {
    throw new SessionError(
      'BAD_REQUEST',
      `No permission mode of ${name} can be chosen when it starts: remove "permissionMode".`,
    );
  }
  if (autoApprove) {
    throw new SessionError(
      'BAD_REQUEST',
      `${name} starts either with auto-approval or in a permission mode: remove "autoApprove" or "permissionMode".`,
    );
  }
  if (mode === '' || mode.startsWith('-')) {
    throw new SessionError(
      'BAD_REQUEST',
      `'${mode}' is not a permission mode of ${name}: remove "permissionMode", or name one that ${name} lists.`,
    );
  }
  return [permissionModes.flags[0], mode];
}

function promptDelivery(
  placement: PromptPlacement | undefined,
  text: string,
): AgentCommand['prompt'] {
  if (!placement) {
    return 'none';
  }
  return placement.kind === 'keystrokes' ? { keystrokes: text } : 'inArguments';
}

interface ProviderCliOptions {
  readonly resume?: boolean | undefined;
  /** In shell style, as all flags here: `-c -r` is two arguments. */
  readonly resumeFlag?: string | undefined;
  readonly defaultArgs?: readonly string[] | undefined;
  readonly extraArgs?: readonly string[] | undefined;
  readonly autoApprove?: boolean | undefined;
  readonly autoApproveFlag?: string | undefined;
  readonly initialPrompt?: string | undefined;
  /** Empty: the prompt is positional. Undefined: the CLI accepts none. */
  readonly initialPromptFlag?: string | undefined;
  /** Whether the prompt is typed, so the arguments do not contain it. */
  readonly useKeystrokeInjection?: boolean | undefined;
}

/**
 * The arguments of an agent CLI: resume, default, auto-approve, prompt with a flag, extra. A start passes
 * those of its conversation before them (`agentCommand.ts`).
 */
export function buildProviderCliArgs(options: ProviderCliOptions): string[] {
  return [
    ...(options.resume ? parseShellArgs(options.resumeFlag ?? '') : []),
    ...(options.defaultArgs ?? []),
    ...(options.autoApprove ? parseShellArgs(options.autoApproveFlag ?? '') : []),
    ...initialPromptArgs(options),
    ...(options.extraArgs ?? []),
  ];
}

function initialPromptArgs(options: ProviderCliOptions): readonly string[] {
  const { initialPrompt, initialPromptFlag, useKeystrokeInjection } = options;
  if (!initialPrompt || initialPromptFlag === undefined || useKeystrokeInjection) {
    return [];
  }
  return [...parseShellArgs(initialPromptFlag), initialPrompt];
}
