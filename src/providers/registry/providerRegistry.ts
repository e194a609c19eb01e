import { applyProviderOverride } from './applyProviderOverride';
import type { ProviderDefinition } from '../model/providerDefinition';
import { isProviderId } from '../model/providerId';
import type { ProviderOverride } from '../model/providerOverride';
import { UNKNOWN_FACTS } from './unknownProvider';

export type ProviderOverrides = Readonly<Record<string, ProviderOverride>>;

interface ProviderList {
  readonly providers: readonly ProviderDefinition[];
  /** Keys of the overrides that are not valid provider ids. */
  readonly invalidIds: readonly string[];
}

/** The known providers: the built-in ones, and those that settings define. */
export class ProviderRegistry {
  constructor(private readonly builtIn: readonly ProviderDefinition[]) {}

  /** The provider with the person's overrides applied; undefined if it is not defined. */
  find(id: string, overrides: ProviderOverrides): ProviderDefinition | undefined {
    const override = Object.hasOwn(overrides, id) ? overrides[id] : undefined;
    const definition = this.builtIn.find((provider) => provider.id === id);
    if (definition) {
      return override ? applyProviderOverride(definition, override) : definition;
    }
    return override && isProviderId(id)
      ? applyProviderOverride(newProvider(id), override)
      : undefined;
  }

  /** All providers, the built-in ones first. */
  list(overrides: ProviderOverrides): ProviderList {
    const added = Object.keys(overrides).filter((id) => !this.isBuiltIn(id));
    const ids = [...this.builtIn.map((provider) => provider.id), ...added];
    return {
      providers: ids.flatMap((id) => this.find(id, overrides) ?? []),
      invalidIds: added.filter((id) => !isProviderId(id)),
    };
  }

  private isBuiltIn(id: string): boolean {
    return this.builtIn.some((provider) => provider.id === id);
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
