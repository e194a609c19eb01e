import type { FolderRef } from '../../agents/folderRef';
import type { ProviderChecks } from '../../agents/start/providerChecks';
import type { ContextKeyValues } from '../../config/contributions';
import type { ProviderStatus } from '../../providers/model/providerStatus';
import { isInstalled } from '../dialogs/providerItems';
import type { WorkspaceState } from './workspaceState';

interface InstalledAgentsDeps {
  readonly providerChecks: Pick<ProviderChecks, 'checkAll'>;
  readonly workspace: () => WorkspaceState;
  setContextKey(key: 'noAgentInstalled', value: ContextKeyValues['noAgentInstalled']): void;
}

/** Checks which agents are installed, and sets the context key of the welcome views if none is. */
export class InstalledAgents {
  /** Whether an agent was found, by folder URI: each folder's settings may name other agents. */
  private readonly found = new Map<string | undefined, boolean>();

  constructor(private readonly deps: InstalledAgentsDeps) {}

  /** Checks the agents that the folder's settings name. `refresh` ignores cached results. */
  async check(
    folder: FolderRef | undefined,
    refresh: 'cached' | 'refresh',
  ): Promise<readonly ProviderStatus[]> {
    const statuses = await this.deps.providerChecks.checkAll(folder, refresh);
    this.found.set(folder?.uri, statuses.some(isInstalled));
    const isAnyFound = this.deps.workspace().folders.some(({ uri }) => this.found.get(uri));
    this.deps.setContextKey('noAgentInstalled', !isAnyFound);
    return statuses;
  }

  /**
   * Checks all folders of a trusted workspace; does nothing in an untrusted one, where nothing can
   * start.
   */
  async checkIfUsable(): Promise<void> {
    const { folders, isTrusted } = this.deps.workspace();
    if (isTrusted) {
      await Promise.all(folders.map((folder) => this.check(folder, 'cached')));
    }
  }
}
