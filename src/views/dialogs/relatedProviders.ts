import { isRecord } from '../../base/isRecord';
import type { WorkspaceValue } from '../../config/confirmations';
import type { ProviderOverrides } from '../../providers/registry/providerRegistry';

/**
 * The ids of a provider, of those that it extends and of those that start in its place, by the
 * settings that apply and by the values that the person has not confirmed yet.
 */
export function findRelatedProviders(
  providerId: string,
  providers: ProviderOverrides,
  unconfirmed: readonly WorkspaceValue[],
): ReadonlySet<string> {
  const related = new Set([providerId]);
  // A set that grows is iterated to its end.
  for (const id of related) {
    const open = unconfirmed.filter(({ key }) => key === `providers.${id}`);
    const applied = Object.hasOwn(providers, id) ? [providers[id]] : [];
    [...applied, ...open.map(({ value }) => value)]
      .flatMap(referencesIn)
      .forEach((one) => related.add(one));
  }
  return related;
}

function referencesIn(settings: unknown): readonly string[] {
  const named = isRecord(settings) ? [settings['extends'], settings['fallback']] : [];
  return named.filter((id) => typeof id === 'string');
}
