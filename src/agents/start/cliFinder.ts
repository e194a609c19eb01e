import type { CliDetector } from '../../providers/launch/cliDetector';
import { cliNotFound } from '../../providers/launch/cliNotFound';
import type { ResolvedProviderCommandConfig } from '../../providers/model/providerCommandConfig';
import type { FoundCli } from './agentPlan';
import type { LoginShell } from './loginShells';

/** Finds the CLI of a provider for a start, with the PATH of the person's login shell. */
export class CliFinder {
  constructor(private readonly detector: CliDetector) {}

  /**
   * @throws {SessionError} `CLI_NOT_FOUND`, with the name of the CLI, the directories that were
   * searched, and how to install it.
   */
  async find(config: ResolvedProviderCommandConfig, shell: LoginShell): Promise<FoundCli> {
    const detection = await this.detector.detect(config, await shell.environment('login'), 'start');
    if (detection.kind !== 'absent') {
      return detection;
    }
    const { status } = detection;
    // A file with this name that cannot be the CLI is reported. Without a file, it may be an alias.
    if (status.problem === undefined && (await shell.canRun(config.cli))) {
      return { kind: 'line', line: config.cli };
    }
    const elsewhere = await this.detector.detect(
      config,
      await shell.environment('interactive'),
      'start',
    );
    throw cliNotFound(status, elsewhere.kind === 'program' ? elsewhere.path : undefined);
  }
}
