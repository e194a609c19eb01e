import type {
  ProviderOverrides,
  ProviderRegistry,
} from '../../providers/registry/providerRegistry';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';

export interface ProviderDisplay {
  readonly name: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** Whether it can resume an earlier conversation. */
  readonly resumes: boolean;
  /** Whether the model of a running agent can be changed. */
  readonly changesModel: boolean;
}

/**
 * Returns a provider's display by its id, with the overrides of a folder, or of no folder;
 * also for `shell` and for ids that nothing defines.
 */
export type DisplayOf = (providerId: string, folderUri: string | undefined) => ProviderDisplay;

export function createDisplayOf(
  registry: ProviderRegistry,
  overridesOf: (folderUri: string | undefined) => ProviderOverrides,
): DisplayOf {
  return (providerId, folderUri) => {
    if (providerId === SHELL_PROVIDER_ID) {
      return { name: 'Shell', icon: 'terminal', resumes: false, changesModel: false };
    }
    const provider = registry.find(providerId, overridesOf(folderUri));
    if (!provider) {
      const name = providerId === '' ? 'Session' : providerId;
      return { name, icon: 'terminal', resumes: false, changesModel: false };
    }
    const { name, icon, conversations, modelChange } = provider;
    const resumes = conversations.kind !== 'none';
    return { name, icon, resumes, changesModel: modelChange.kind !== 'none' };
  };
}
