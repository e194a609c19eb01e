import type { ProviderDefinition } from './providerDefinition';
import type { ProviderOverrides, ProviderRegistry } from '../registry/providerRegistry';
import { quoteForShell } from '../../pty/shell/quoteForShell';

export interface ResolvedProviderCommandConfig {
  readonly provider: ProviderDefinition;
  /** A name, a path or a command line; see `classifyCli`. */
  readonly cli: string;
  readonly isCustomCli: boolean;
  /** In shell style, as all flags here. Undefined: none. */
  readonly resumeFlag: string | undefined;
  readonly defaultArgs: readonly string[];
  readonly autoApproveFlag: string | undefined;
  /** Empty: the prompt is positional. Undefined: it must be typed. */
  readonly initialPromptFlag: string | undefined;
  /** The person's own arguments, which come last. */
  readonly extraArgs: readonly string[];
  /** The variables of this provider; the person's values replace the definition's. */
  readonly env: Readonly<Record<string, string>>;
  /** The model of a start that names none. */
  readonly model: string | undefined;
  /** The provider that starts if the CLI cannot be run. */
  readonly fallback: string | undefined;
}

interface ProviderSources {
  readonly registry: ProviderRegistry;
  readonly overrides: ProviderOverrides;
}

export function resolveProviderCommandConfig(
  providerId: string,
  { registry, overrides }: ProviderSources,
): ResolvedProviderCommandConfig | null {
  const provider = registry.find(providerId, overrides);
  if (!provider) {
    return null;
  }
  const { cli, extraArgs, model, fallback } = registry.settingsOf(providerId, overrides);
  return {
    provider,
    cli: cli?.trim() ?? provider.cli[0],
    isCustomCli: cli !== undefined,
    resumeFlag: resumeFlagOf(provider),
    defaultArgs: provider.defaultArgs,
    autoApproveFlag: autoApproveFlagOf(provider),
    initialPromptFlag: initialPromptFlagOf(provider),
    extraArgs: extraArgs ?? [],
    env: provider.env.extra,
    model,
    fallback,
  };
}

function resumeFlagOf({ conversations }: ProviderDefinition): string | undefined {
  const last = conversations.kind === 'none' ? undefined : conversations.last;
  return last && formatFlag(last);
}

function autoApproveFlagOf({ autoApprove }: ProviderDefinition): string | undefined {
  return 'args' in autoApprove ? formatFlag(autoApprove.args) : undefined;
}

function initialPromptFlagOf({ initialPrompt }: ProviderDefinition): string | undefined {
  switch (initialPrompt.kind) {
    case 'positional':
      return '';
    case 'flag':
      return initialPrompt.flag;
    case 'keystrokes':
      return undefined;
  }
}

/** Formats arguments as one flag in shell style. `parseShellArgs` reverses it. */
export function formatFlag(args: readonly string[]): string {
  return args.map(quoteForShell).join(' ');
}
