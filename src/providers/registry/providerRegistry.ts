import { applyProviderOverride } from './applyProviderOverride';
import type { ProviderDefinition } from '../model/providerDefinition';
import { isProviderId } from '../model/providerId';
import type { ProviderOverride } from '../model/providerOverride';
import { findOverride, resolvePreset, type PresetProblem } from './presets';
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
