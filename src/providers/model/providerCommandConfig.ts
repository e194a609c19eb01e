import { formatFlag } from '../launch/formatFlag';
import type { ProviderDefinition } from './providerDefinition';
import type { ProviderOverrides, ProviderRegistry } from '../registry/providerRegistry';

/** How to call a provider's CLI here: its definition and the person's settings in one. */
export interface ResolvedProviderCommandConfig {
  /** With the overrides applied. */
  readonly provider: ProviderDefinition;
  /** A name, a path or a command line; `classifyCli` tells which. */
  readonly cli: string;
  /** Whether `cli` comes from the settings. */
  readonly isCustomCli: boolean;
  /** In shell style, as all flags here; undefined = there is none. */
  readonly resumeFlag: string | undefined;
  readonly defaultArgs: readonly string[];
  readonly autoApproveFlag: string | undefined;
  /** Empty = the prompt is positional; undefined = it has to be typed. */
  readonly initialPromptFlag: string | undefined;
  /** The person's own arguments. */
  readonly extraArgs: readonly string[];
  /** What is set for this provider, the person's values over the definition's. */
  readonly env: Readonly<Record<string, string>>;
}

/** Where {@link resolveProviderCommandConfig} looks. */
export interface ProviderSources {
  readonly registry: ProviderRegistry;
  readonly overrides: ProviderOverrides;
}

/** Merges a provider's definition with the person's settings; null if nothing defines it. */
export function resolveProviderCommandConfig(
  providerId: string,
  { registry, overrides }: ProviderSources,
): ResolvedProviderCommandConfig | null {
  const provider = registry.find(providerId, overrides);
  if (!provider) {
    return null;
  }
  const override = Object.hasOwn(overrides, providerId) ? overrides[providerId] : undefined;
  return {
    provider,
    cli: override?.cli?.trim() ?? provider.cli[0],
    isCustomCli: override?.cli !== undefined,
    resumeFlag: resumeFlagOf(provider),
    defaultArgs: provider.defaultArgs,
    autoApproveFlag: autoApproveFlagOf(provider),
    initialPromptFlag: initialPromptFlagOf(provider),
    extraArgs: override?.extraArgs ?? [],
    env: { ...provider.env.extra, ...override?.env },
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
