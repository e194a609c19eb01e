import type { RunCommand } from '../../pty/process/command';
import type { ProviderDefinition } from '../model/providerDefinition';
import { readVersion, type VersionAnswer } from './readVersion';
import { versionCommand } from './versionCommand';

export interface VersionReaderDeps {
  readonly runCommand: RunCommand;
  readonly platform: NodeJS.Platform;
  /** The working directory of the CLIs, so that no workspace has an effect. */
  readonly home: string;
}

/** How long a CLI may take to print its version, in milliseconds. Many load a lot first. */
const TIMEOUT_MS = 10_000;
const OUTPUT_BYTES = 64 * 1024;

/**
 * Reads the versions of programs and caches them. A program that was not the CLI is queried again,
 * and so is one that no trust allowed to run.
 */
export class VersionReader {
  private readonly answers = new Map<string, Promise<VersionAnswer>>();

  constructor(private readonly deps: VersionReaderDeps) {}

  read(
    provider: ProviderDefinition,
    path: string,
    env: Readonly<Record<string, string>>,
  ): Promise<VersionAnswer> {
    const key = `${provider.id} ${path}`;
    const answer = this.answers.get(key) ?? this.ask(provider, path, env);
    this.answers.set(key, answer);
    const forget = (): void => {
      if (this.answers.get(key) === answer) {
        this.answers.delete(key);
      }
    };
    answer.then(({ kind }) => kind === 'other' && forget(), forget);
    return answer;
  }

  /** Discards the cache. */
  forget(): void {
    this.answers.clear();
  }

  private async ask(
    { versionProbe }: ProviderDefinition,
    path: string,
    env: Readonly<Record<string, string>>,
  ): Promise<VersionAnswer> {
    const { platform, home, runCommand } = this.deps;
    const result = await runCommand({
      ...versionCommand({ file: path, args: versionProbe.args }, { platform, env }),
      cwd: home,
      env,
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: OUTPUT_BYTES,
    });
    return readVersion(versionProbe, result);
  }
}
