import { applyProviderOverride } from './applyProviderOverride';
import { type ProviderDefinition, isProviderId } from '../model/providerDefinition';
import type { ProviderOverride } from '../model/providerOverride';
import { UNKNOWN_FACTS } from './unknownProvider';

export type ProviderOverrides = Readonly<Record<string, ProviderOverride>>;

interface ProviderList {
  readonly providers: readonly ProviderDefinition[];
  /** Keys of the overrides that are not valid provider ids. */
  readonly invalidIds: readonly string[];
}

/** The known providers: the built-in ones, those that settings define, and their presets. */
export class ProviderRegistry {
  constructor(private readonly builtIn: readonly ProviderDefinition[]) {}

  /** The provider with the person's overrides applied; undefined if it is not defined. */
  find(id: string, overrides: ProviderOverrides): ProviderDefinition | undefined {
    const own = findOverride(id, overrides);
    const definition = this.findBuiltIn(id);
    if (own === undefined || (!definition && !isProviderId(id))) {
      return definition;
    }
    const preset = this.resolve(id, overrides);
    return 'problem' in preset
      ? undefined
      : applyProviderOverride(this.define(id, preset.base), preset.override);
  }

  /** The settings of a provider, with those of the providers that it extends. */
  settingsOf(id: string, overrides: ProviderOverrides): ProviderOverride {
    const preset = this.resolve(id, overrides);
    return 'problem' in preset ? {} : preset.override;
  }

  /** Why the settings of `id` define no provider; undefined if they do, or there are none. */
  problemOf(id: string, overrides: ProviderOverrides): PresetProblem | undefined {
    const preset = this.resolve(id, overrides);
    return 'problem' in preset ? preset : undefined;
  }

  /** All providers, the built-in ones first. */
  list(overrides: ProviderOverrides): ProviderList {
    const added = Object.keys(overrides).filter((id) => !this.findBuiltIn(id));
    const ids = [...this.builtIn.map((provider) => provider.id), ...added];
    return {
      providers: ids.flatMap((id) => this.find(id, overrides) ?? []),
      invalidIds: added.filter((id) => !isProviderId(id)),
    };
  }

  private resolve(id: string, overrides: ProviderOverrides) {
    return resolvePreset(id, overrides, (one) => this.findBuiltIn(one) !== undefined);
  }

  /** The provider `id` without settings: a built-in one, a new one, or a preset of `base`. */
  private define(id: string, base: string): ProviderDefinition {
    const definition = this.findBuiltIn(base) ?? newProvider(base);
    return id === base ? definition : { ...definition, id, presetOf: base, name: id };
  }

  private findBuiltIn(id: string): ProviderDefinition | undefined {
    return this.builtIn.find((provider) => provider.id === id);
  }
}

/**
 * A provider that only settings define. Its program is named like its id, unless the settings name
 * one.
 */
function newProvider(id: string): ProviderDefinition {
  return {
    ...UNKNOWN_FACTS,
    id,
    name: id,
    icon: 'terminal',
    docsUrl: undefined,
    install: undefined,
    cli: [id],
  };
}

/** The provider that starts if no setting and no argument names another. */
export const DEFAULT_PROVIDER_ID = 'claude';

type Overrides = Readonly<Record<string, ProviderOverride>>;

/** The settings of a provider, with those of the providers that it extends. */
interface Preset {
  /** The last provider that it extends; its own id if it extends none. */
  readonly base: string;
  readonly override: ProviderOverride;
}

export interface PresetProblem {
  readonly problem: 'circle' | 'missing';
  /** The provider that is not defined, or that occurs twice. */
  readonly id: string;
}

/**
 * Resolves what a provider extends. A preset's own settings precede those of the providers that it
 * extends. A built-in provider extends nothing.
 */
function resolvePreset(
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

function findOverride(id: string, overrides: Overrides): ProviderOverride | undefined {
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
