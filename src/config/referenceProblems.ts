import { BUILT_IN_PROVIDERS } from '../providers/catalog/builtInProviders';
import type { ProviderOverride } from '../providers/model/providerOverride';
import { ProviderRegistry, type ProviderOverrides } from '../providers/registry/providerRegistry';
import type { SettingProblem } from './settingProblem';

const REGISTRY = new ProviderRegistry(BUILT_IN_PROVIDERS);

/** The problems of what the agents of the settings extend, and of what starts in their place. */
export function findReferenceProblems(providers: ProviderOverrides): readonly SettingProblem[] {
  return Object.entries(providers).flatMap(([id, override]) => [
    ...findExtendsProblem(id, override, providers),
    ...findFallbackProblem(id, override, providers),
  ]);
}

function findExtendsProblem(
  id: string,
  { extends: extended }: ProviderOverride,
  providers: ProviderOverrides,
): readonly SettingProblem[] {
  if (extended === undefined) {
    return [];
  }
  if (REGISTRY.find(id, {})) {
    const expected = 'absent: a built-in agent extends no other';
    return [{ key: `providers.${id}.extends`, was: extended, expected, used: undefined }];
  }
  const problem = REGISTRY.problemOf(id, providers);
  if (!problem) {
    return [];
  }
  const expected =
    problem.problem === 'missing'
      ? `a preset of an agent that is defined ("${problem.id}" is not)`
      : `a preset of another agent (it extends itself through "${problem.id}")`;
  return [{ key: `providers.${id}`, was: { extends: extended }, expected, used: undefined }];
}

function findFallbackProblem(
  id: string,
  { fallback }: ProviderOverride,
  providers: ProviderOverrides,
): readonly SettingProblem[] {
  const isOther = fallback !== id && (fallback === undefined || REGISTRY.find(fallback, providers));
  const expected = 'the id of another agent that is defined';
  return isOther
    ? []
    : [{ key: `providers.${id}.fallback`, was: fallback, expected, used: undefined }];
}
