import {
  planAgentCommand,
  type AgentCommand,
  type AgentMachine,
  type AgentIntent,
} from '../../../src/providers/launch/agentCommand';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import {
  resolveProviderCommandConfig,
  type ResolvedProviderCommandConfig,
} from '../../../src/providers/model/providerCommandConfig';
import type { ProviderOverride } from '../../../src/providers/model/providerOverride';
import { ProviderRegistry } from '../../../src/providers/registry/providerRegistry';

export const LINUX: AgentMachine = { isRoot: false, platform: 'linux', env: {} };

/** A provider's configuration with one override, or none. */
export function configOf(id: string, override?: ProviderOverride): ResolvedProviderCommandConfig {
  const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
  const overrides = override ? { [id]: override } : {};
  const config = resolveProviderCommandConfig(id, { registry, overrides });
  if (!config) {
    throw new Error(`no provider ${id}`);
  }
  return config;
}

/** Plans a start of a new conversation with only the options in `intent`. */
export function planFor(
  config: ResolvedProviderCommandConfig,
  intent: Partial<AgentIntent> = {},
  host: AgentMachine = LINUX,
): AgentCommand {
  const nothing = { autoApprove: false, extraArgs: [], conversation: { kind: 'fresh' } } as const;
  return planAgentCommand(config, { ...nothing, ...intent }, host);
}
