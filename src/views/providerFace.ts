import type { ProviderOverrides, ProviderRegistry } from '../providers/providerRegistry';
import { SHELL_PROVIDER_ID } from '../pty/ptyId';

/** What a person sees of a provider. */
export interface ProviderFace {
  readonly name: string;
  /** The name of a codicon. */
  readonly icon: string;
}

/** A provider's face by its id; `shell` and ids that nothing defines have one as well. */
export type FaceOf = (providerId: string) => ProviderFace;

/** The faces that the registry and the settings give. */
export function createFaceOf(
  registry: Pick<ProviderRegistry, 'find'>,
  overrides: () => ProviderOverrides,
): FaceOf {
  return (providerId) => {
    if (providerId === SHELL_PROVIDER_ID) {
      return { name: 'Shell', icon: 'terminal' };
    }
    const { name, icon } = registry.find(providerId, overrides()) ?? {
      name: providerId === '' ? 'Session' : providerId,
      icon: 'terminal',
    };
    return { name, icon };
  };
}
