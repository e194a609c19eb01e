import type { AgentService } from '../agents/agentService';
import type { ProviderStatus } from '../providers/providerStatus';
import { setContextKey } from './contextKeys';
import { isInstalled } from './providerItems';
import type { WorkspaceState } from './workspaceGuard';

/** Looks which agents are installed, and lets the welcome views know if none is. */
export class InstalledAgents {
  constructor(
    private readonly agents: Pick<AgentService, 'checkProviders'>,
    private readonly workspace: () => WorkspaceState,
  ) {}

  async look(refresh: 'cached' | 'refresh'): Promise<readonly ProviderStatus[]> {
    const statuses = await this.agents.checkProviders(this.workspace().folders[0], refresh);
    setContextKey('noAgentInstalled', !statuses.some(isInstalled));
    return statuses;
  }

  /** The same, but only where something could be started at all. */
  async lookIfUsable(): Promise<void> {
    const { folders, isTrusted } = this.workspace();
    if (isTrusted && folders.length > 0) {
      await this.look('cached');
    }
  }
}
