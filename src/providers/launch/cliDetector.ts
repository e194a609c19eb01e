import { open } from 'node:fs/promises';
import { settledWithin, type Clock } from '../../base/clock';
import type { Logger } from '../../base/logger';
import type { ExecutableProblem, ExecutableSearch, SearchOptions } from '../../pty/shell/preflight';
import { classifyCli, type CliForm } from './cliForm';
import type { ResolvedProviderCommandConfig } from '../model/providerCommandConfig';
import type { ProviderDefinition } from '../model/providerDefinition';
import type { ProviderStatus } from '../model/providerStatus';
import { type VersionAnswer, VersionReader, type VersionReaderDeps } from './versionReader';

export interface CliDetectorDeps extends VersionReaderDeps {
  readonly findExecutable: (file: string, options: SearchOptions) => Promise<ExecutableSearch>;
  readonly isPlainText: (path: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

export type CliDetection = { readonly status: ProviderStatus } & (
  | {
      readonly kind: 'program';
      /** The name for a shell to run: a bare name on the PATH, or a path from the settings. */
      readonly name: string;
      readonly path: string;
    }
  /** A command line, which only a shell can run. */
  | { readonly kind: 'line'; readonly line: string }
  /**
   * Not found, or something else. A name without a `problem` may still be an alias in the person's
   * shell.
   */
  | { readonly kind: 'absent' }
);

type CliEnvironment = Readonly<Record<string, string>>;

/** How many CLIs are searched at the same time: each one found is a heavy program to run. */
const SEARCHES_AT_ONCE = 3;

/** A `start` needs only to know that it is the CLI, a `check` also its version. */
type Purpose = 'check' | 'start';

/** How long a start waits for the version that distinguishes a CLI from a namesake, in milliseconds. */
export const START_VERSION_MS = 3_000;

/**
 * Finds CLIs. The file is searched each time, since that is cheap and the person may just have
 * installed it; its version is read once.
 */
export class CliDetector {
  private readonly versions: VersionReader;

  constructor(private readonly deps: CliDetectorDeps) {
    this.versions = new VersionReader(deps);
  }

  async detect(
    config: ResolvedProviderCommandConfig,
    env: CliEnvironment,
    purpose: Purpose = 'check',
  ): Promise<CliDetection> {
    const { provider } = config;
    if (!config.isCustomCli) {
      return this.findFirst(provider, provider.cli, { env, purpose });
    }
    const form = await this.classify(config.cli, env);
    if (form.kind === 'line') {
      return { ...form, status: this.status(provider, { path: form.line }) };
    }
    return this.findFirst(provider, [form.kind === 'name' ? form.name : form.path], {
      env,
      purpose,
    });
  }

  /** Detects several CLIs, a few at a time. The results have the order of `configs`. */
  async detectAll(
    configs: readonly ResolvedProviderCommandConfig[],
    env: CliEnvironment,
  ): Promise<readonly CliDetection[]> {
    const detections: CliDetection[] = [];
    const queue = configs.entries();
    const work = async (): Promise<void> => {
      for (const [index, config] of queue) {
        detections[index] = await this.detect(config, env);
      }
    };
    await Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, work));
    return detections;
  }

  forget(): void {
    this.versions.forget();
  }

  private classify(cli: string, env: CliEnvironment): Promise<CliForm> {
    const { platform, home, findExecutable } = this.deps;
    const exists = async (path: string): Promise<boolean> => {
      const search = await findExecutable(path, { env, cwd: home });
      return search.kind === 'found' || search.problem !== 'missing';
    };
    return classifyCli({ platform, home, exists }, cli);
  }

  private async findFirst(
    provider: ProviderDefinition,
    names: readonly [string, ...string[]],
    search: Search,
  ): Promise<CliDetection> {
    const [name, ...others] = names;
    const detection = await this.find(provider, name, search);
    if (detection.kind !== 'absent' || !isNotEmpty(others)) {
      return detection;
    }
    const other = await this.findFirst(provider, others, search);
    return other.kind !== 'absent' || !detection.status.problem ? other : detection;
  }

  private async find(
    provider: ProviderDefinition,
    name: string,
    search: Search,
  ): Promise<CliDetection> {
    const { env } = search;
    const found = await this.deps.findExecutable(name, { env, cwd: this.deps.home });
    if (found.kind === 'notFound') {
      const { lookedIn } = found;
      const problem = PROBLEMS[found.problem](found.file);
      return { kind: 'absent', status: this.status(provider, { lookedIn, problem }) };
    }
    const { path } = found;
    const answer = (await this.deps.isPlainText(path))
      ? TEXT_FILE
      : await this.identify(provider, path, search);
    if (answer.kind === 'own') {
      const { version } = answer;
      return { kind: 'program', name, path, status: this.status(provider, { path, version }) };
    }
    const problem = `${path} ${answer.problem}`;
    return { kind: 'absent', status: this.status(provider, { lookedIn: [path], problem }) };
  }

  private async identify(
    provider: ProviderDefinition,
    path: string,
    { env, purpose }: Search,
  ): Promise<VersionAnswer> {
    const { own, namesake, args } = provider.versionProbe;
    if (purpose === 'start' && !own && !namesake) {
      return UNREAD;
    }
    const answer = this.versions.read(provider, path, env);
    const { clock, logger } = this.deps;
    if (
      purpose === 'start' &&
      (await settledWithin(clock, START_VERSION_MS, answer)) === 'timeout'
    ) {
      logger.warn(
        `${path} ${args.join(' ')} has not answered in ${START_VERSION_MS / 1000} s: it is started without that check. Run it in a terminal to see why.`,
      );
      return UNREAD;
    }
    return answer;
  }

  private status(provider: ProviderDefinition, found: Partial<ProviderStatus>): ProviderStatus {
    const { id, name, install, verification } = provider;
    return {
      providerId: id,
      name,
      path: undefined,
      version: undefined,
      installCommand: this.deps.platform === 'win32' ? install?.windows : install?.unix,
      verified: verification.kind !== 'unverified',
      lookedIn: [],
      problem: undefined,
      ...found,
    };
  }
}

interface Search {
  readonly env: CliEnvironment;
  readonly purpose: Purpose;
}

const UNREAD = { kind: 'own', version: undefined } as const;
const TEXT_FILE = { kind: 'other', problem: 'is a text file, not a program' } as const;

/** The problem of a file with the right name; undefined if there is no file. */
const PROBLEMS = {
  missing: () => undefined,
  directory: (file) => `${file} is a directory, not a program`,
  danglingLink: (file) => `${file} is a link to a file that does not exist`,
  notExecutable: (file) => `${file} is not executable`,
  notPermitted: (file) => `${file} cannot be read (permission denied)`,
} as const satisfies Record<ExecutableProblem, (file: string) => string | undefined>;

function isNotEmpty(names: readonly string[]): names is readonly [string, ...string[]] {
  return names.length > 0;
}

const START_BYTES = 512;

/**
 * Whether a file contains text without a `#!` line, so it is not a program. False if it cannot be
 * read.
 */
export async function isPlainText(path: string): Promise<boolean> {
  const start = await readStart(path).catch(() => Buffer.alloc(0));
  return start.length > 0 && !start.includes(0) && !start.subarray(0, 2).equals(Buffer.from('#!'));
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
