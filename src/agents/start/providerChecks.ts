import type { CliDetector } from '../../providers/launch/cliDetector';
import { resolveProviderCommandConfig } from '../../providers/model/providerCommandConfig';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import type { ProviderStatus } from '../../providers/model/providerStatus';
import type { TrustGuard } from '../../pty/trustGuard';
import type { FolderRef } from '../folderRef';
import type { AgentSettings } from './agentSettings';
import type { LoginShells } from './loginShells';

export class ProviderChecks {
  constructor(
    private readonly deps: {
      readonly registry: ProviderRegistry;
      readonly shells: LoginShells;
      readonly detector: CliDetector;
      readonly guard: TrustGuard;
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
    },
  ) {}

  /**
   * Returns for each provider of the folder's settings whether its CLI is installed, in the registry's order;
   * without a folder, by the settings outside of any folder. `refresh` discards cached results.
   * @throws {SessionError} `UNTRUSTED`, also where no provider would have to be run.
   */
  async checkAll(
    folder: FolderRef | undefined,
    refresh: 'cached' | 'refresh',
  ): Promise<readonly ProviderStatus[]> {
    const { registry, shells, detector, guard } = this.deps;
    guard.require();
    const settings = this.deps.settingsOf(folder?.uri);
    if (refresh === 'refresh') {
      await shells.refresh();
      detector.forget();
    }
    const overrides = settings.providers;
    const configs = registry
      .list(overrides)
      .providers.flatMap(
        ({ id }) => resolveProviderCommandConfig(id, { registry, overrides }) ?? [],
      );
    const env = await shells.find(settings.shell).environment('login');
    const detections = await detector.detectAll(configs, env);
    return detections.map(({ status }) => status);
  }
}
