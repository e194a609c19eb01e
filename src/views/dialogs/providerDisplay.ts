import type {
  ProviderOverrides,
  ProviderRegistry,
} from '../../providers/registry/providerRegistry';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';

/** What a person sees of a provider. */
export interface ProviderDisplay {
  readonly name: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** Whether it can go back to an earlier conversation. */
  readonly resumes: boolean;
}

/**
 * A provider's face by its id, as the settings of a folder have it, or of none in
 * particular; `shell` and ids that nothing defines have one as well.
 */
export type DisplayOf = (providerId: string, folderUri: string | undefined) => ProviderDisplay;

/** The faces that the registry and the settings give. */
export function createFaceOf(
  registry: Pick<ProviderRegistry, 'find'>,
  overridesOf: (folderUri: string | undefined) => ProviderOverrides,
): DisplayOf {
  return (providerId, folderUri) => {
    if (providerId === SHELL_PROVIDER_ID) {
      return { name: 'Shell', icon: 'terminal', resumes: false };
    }
    const provider = registry.find(providerId, overridesOf(folderUri));
    if (!provider) {
      const name = providerId === '' ? 'Session' : providerId;
      return { name, icon: 'terminal', resumes: false };
    }
    const { name, icon, conversations } = provider;
    return { name, icon, resumes: conversations.kind !== 'none' };
  };
}
