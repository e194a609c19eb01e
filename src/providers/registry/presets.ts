import { isProviderId } from '../model/providerId';
import type { ProviderOverride } from '../model/providerOverride';

type Overrides = Readonly<Record<string, ProviderOverride>>;

/** The settings of a provider, with those of the providers that it extends. */
interface Preset {
  /** The last provider that it extends; its own id if it extends none. */
  readonly base: string;
  readonly override: ProviderOverride;
}

/** Why a preset is no provider. */
export interface PresetProblem {
  readonly problem: 'circle' | 'missing';
  /** The provider that is not defined, or that occurs twice. */
  readonly id: string;
}

/**
 * Resolves what a provider extends. A preset's own settings precede those of the providers that it
 * extends. A built-in provider extends nothing.
 */
export function resolvePreset(
  id: string,
  overrides: Overrides,
  isBuiltIn: (id: string) => boolean,
): Preset | PresetProblem {
  const chain = [id];
  let base = id;
  for (;;) {
    const next = isBuiltIn(base) ? undefined : findOverride(base, overrides)?.extends;
    if (next === undefined) {
      return { base, override: withoutOwnFallback(id, mergeAll(chain, overrides)) };
    }
    if (chain.includes(next)) {
      return { problem: 'circle', id: next };
    }
    if (!isBuiltIn(next) && !(isProviderId(next) && findOverride(next, overrides))) {
      return { problem: 'missing', id: next };
    }
    chain.push(next);
    base = next;
  }
}

/** Without a fallback that is inherited and names the provider itself. */
function withoutOwnFallback(id: string, override: ProviderOverride): ProviderOverride {
  return override.fallback === id ? { ...override, fallback: undefined } : override;
}

/** The settings of one provider alone. */
export function findOverride(id: string, overrides: Overrides): ProviderOverride | undefined {
  return Object.hasOwn(overrides, id) ? overrides[id] : undefined;
}

function mergeAll(chain: readonly string[], overrides: Overrides): ProviderOverride {
  return chain
    .map((id) => findOverride(id, overrides) ?? {})
    .reduceRight<ProviderOverride>((below, own) => merge(below, own), {});
}

/** A preset has no label but its own. Variables, names and beginnings of rows add up. */
function merge(below: ProviderOverride, own: ProviderOverride): ProviderOverride {
  return {
    ...below,
    ...own,
    label: own.label,
    env: { ...below.env, ...own.env },
    envStrip: [...(below.envStrip ?? []), ...(own.envStrip ?? [])],
    chrome: [...(below.chrome ?? []), ...(own.chrome ?? [])],
  };
}

/** One clause for the person. */
export function describePresetProblem(
  id: string,
  { problem, id: extended }: PresetProblem,
): string {
  return problem === 'missing'
    ? `The provider "${id}" extends "${extended}", which is not defined`
    : `The provider "${id}" extends itself through "${extended}"`;
}
