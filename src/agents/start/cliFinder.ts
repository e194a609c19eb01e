import type { CliDetector } from '../../providers/launch/cliDetector';
import { cliNotFound } from '../../providers/launch/cliNotFound';
import type { ResolvedProviderCommandConfig } from '../../providers/model/providerCommandConfig';
import type { FoundCli } from './agentPlan';
import type { LoginShell } from './loginShells';

/** Finds the CLI of a provider for a start, where the person's login shell would find it. */
export class CliFinder {
  constructor(private readonly detector: Pick<CliDetector, 'detect'>) {}

  /** @throws {SessionError} `CLI_NOT_FOUND`: what was looked for, where, and how to get it. */
  async find(config: ResolvedProviderCommandConfig, shell: LoginShell): Promise<FoundCli> {
    const detection = await this.detector.detect(config, await shell.environment('login'));
    if (detection.kind !== 'absent') {
      return detection;
    }
    const { status } = detection;
    // A file of that name that cannot be it is worth telling; a name without one may be an alias.
    if (status.problem === undefined && (await shell.knows(config.cli))) {
      return { kind: 'line', line: config.cli };
    }
    const elsewhere = await this.detector.detect(config, await shell.environment('interactive'));
    throw cliNotFound(status, elsewhere.kind === 'program' ? elsewhere.path : undefined);
  }
}
