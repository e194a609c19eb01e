import type { AgentService, FolderRef } from '../../agents/agentService';
import type { ContextKeyValues } from '../../config/contributions';
import type { ProviderStatus } from '../../providers/model/providerStatus';
import { isInstalled } from '../dialogs/providerItems';
import type { WorkspaceState } from './workspaceGuard';

export interface InstalledAgentsDeps {
  readonly agents: Pick<AgentService, 'checkProviders'>;
  readonly workspace: () => WorkspaceState;
  setContextKey(key: 'noAgentInstalled', value: ContextKeyValues['noAgentInstalled']): void;
}

/** Looks which agents are installed, and lets the welcome views know if none is. */
export class InstalledAgents {
  /** Where an agent was found: folders by URI, since each may name agents of its own. */
  private readonly found = new Map<string | undefined, boolean>();

  constructor(private readonly deps: InstalledAgentsDeps) {}

  /** As that folder's settings name them. */
  async look(
    folder: FolderRef | undefined,
    refresh: 'cached' | 'refresh',
  ): Promise<readonly ProviderStatus[]> {
    const statuses = await this.deps.agents.checkProviders(folder, refresh);
    this.found.set(folder?.uri, statuses.some(isInstalled));
    const isAnyFound = this.deps.workspace().folders.some(({ uri }) => this.found.get(uri));
    this.deps.setContextKey('noAgentInstalled', !isAnyFound);
    return statuses;
  }

  /** The same for all folders, but only where something could be started at all. */
  async lookIfUsable(): Promise<void> {
    const { folders, isTrusted } = this.deps.workspace();
    if (isTrusted) {
      await Promise.all(folders.map((folder) => this.look(folder, 'cached')));
    }
  }
}
