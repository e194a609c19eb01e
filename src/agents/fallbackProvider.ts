import { SessionError } from '../base/errors';
import { cliIdOf, type ProviderDefinition } from '../providers/model/providerDefinition';
import type { AgentOptions, StartAgentRequest } from './startRequests';
import type { AgentSettings } from './start/agentSettings';
import type { AgentResolver } from './start/agentResolver';

type Resolver = Pick<AgentResolver, 'check' | 'resolve'>;
type Requested = Pick<StartAgentRequest, 'options' | 'picked' | 'providerId'>;

interface ChosenProvider {
  readonly provider: ProviderDefinition;
  readonly options: AgentOptions;
  /** Names the provider that starts instead of the requested one; at most one sentence. */
  readonly notices: readonly string[];
}

/**
 * Chooses the requested provider or, if its CLI cannot be run, the first of its fallbacks that can.
 * @throws {SessionError} what `AgentResolver.check` throws for the requested provider.
 */
export async function chooseProvider(
  resolver: Resolver,
  settings: AgentSettings,
  { providerId, options, picked }: Requested,
): Promise<ChosenProvider> {
  const { fallback, provider } = resolver.resolve(providerId, settings);
  const failure = fallback && (await findFailure(resolver, providerId, { settings, options }));
  if (!failure) {
    return { provider, options, notices: [] };
  }
  for (const other of listFallbacks(resolver, settings, providerId)) {
    const isSameCli = cliIdOf(other) === cliIdOf(provider);
    const own = isSameCli ? options : forOtherCli(options);
    const isPossible = isSameCli || picked === undefined;
    if (isPossible && !(await findFailure(resolver, other.id, { settings, options: own }))) {
      const notice = `The CLI of ${provider.name} cannot be run, so ${other.name} starts instead.`;
      return { provider: other, options: own, notices: [notice] };
    }
  }
  throw failure;
}

/** Why the CLI of a provider cannot be run; undefined if it can. Throws what concerns the options. */
async function findFailure(
  resolver: Resolver,
  providerId: string,
  start: { readonly settings: AgentSettings; readonly options: AgentOptions },
): Promise<SessionError | undefined> {
  try {
    await resolver.check(providerId, start);
    return undefined;
  } catch (error) {
    if (SessionError.is(error, 'CLI_NOT_FOUND')) {
      return error;
    }
    throw error;
  }
}

function listFallbacks(
  resolver: Resolver,
  settings: AgentSettings,
  providerId: string,
): readonly ProviderDefinition[] {
  const ids = new Set([providerId]);
  const found: ProviderDefinition[] = [];
  // A set that grows is iterated to its end.
  for (const id of ids) {
    const config = tryToResolve(resolver, settings, id);
    if (config?.fallback !== undefined) {
      ids.add(config.fallback);
    }
    if (config && id !== providerId) {
      found.push(config.provider);
    }
  }
  return found;
}

/** Undefined for a fallback that is not defined: the settings are reported as invalid already. */
function tryToResolve(resolver: Resolver, settings: AgentSettings, providerId: string) {
  try {
    return resolver.resolve(providerId, settings);
  } catch (error) {
    if (SessionError.is(error, 'PROVIDER_NOT_FOUND')) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Models, permission modes and arguments are those of one CLI. Another one could take the arguments
 * for its own flag that stops it from requesting permission. In place of a mode it requests permission.
 */
function forOtherCli(options: AgentOptions): AgentOptions {
  const { autoApprove, permissionMode } = options;
  return {
    ...options,
    autoApprove: permissionMode === undefined ? autoApprove : false,
    extraArgs: undefined,
    model: undefined,
    permissionMode: undefined,
  };
}
