import { randomUUID } from 'node:crypto';
import type { Logger } from '../../base/logger';
import type { CommandRequest, RunCommand } from '../process/command';
import { CHANGES_PROGRAMS } from './environmentNames';
import type { Shell } from './shells';

interface LoginEnvironmentDeps {
  readonly run: RunCommand;
  readonly logger: Logger;
  readonly shell: Shell;
  /**
   * Which rc files the shell reads: those of a login shell, or of an interactive shell that is not
   * a login shell. bash, for example, reads `.bashrc` only in the second case.
   */
  readonly flavor: 'login' | 'interactive';
  /** The environment in which the shell starts. */
  readonly env: Readonly<Record<string, string>>;
}

/** An rc file may hang or ask a question. A start must not wait for it. */
const PROBE_TIMEOUT_MS = 3_000;
/** An rc file may print a lot. */
const PROBE_MAX_BYTES = 16 * 1024 * 1024;

/**
 * The PATH as the person's shell builds it from the rc files. It is read once, at the first
 * request. If that fails, this process's PATH is used and the log states the reason.
 */
export class LoginEnvironment {
  private known: Promise<string> | undefined;
  private lastGood: string | undefined;

  constructor(private readonly deps: LoginEnvironmentDeps) {}

  /** @throws {SessionError} `UNTRUSTED` */
  path(): Promise<string> {
    return this.known ?? this.refresh();
  }

  /**
   * Reads the PATH again, for example after something was installed. If that fails, the last good
   * value is kept.
   * @throws {SessionError} `UNTRUSTED`, which is not cached: trust may be granted later.
   */
  refresh(): Promise<string> {
    const known = this.probe();
    this.known = known;
    known.catch(() => {
      if (this.known === known) {
        this.known = undefined;
      }
    });
    return known;
  }

  private async probe(): Promise<string> {
    const marker = randomUUID();
    const result = await this.deps.run(buildProbe(this.deps, marker));
    const found = result.kind === 'done' ? parseProbe(result.stdout, marker) : undefined;
    if (found) {
      this.lastGood = found.path;
      this.reportExports(found.exported);
      return found.path;
    }
    return this.fallBack(result.kind === 'failed' ? result.reason : 'did not print its PATH');
  }

  private reportExports(exported: readonly string[]): void {
    const { shell, logger } = this.deps;
    if (exported.length > 0) {
      logger.warn(
        `The startup files of ${shell.path} export ${exported.join(', ')}, which changes what agents draw and ask: remove that if an agent behaves differently here.`,
      );
    }
  }

  private fallBack(reason: string): string {
    const { shell, logger, env } = this.deps;
    const [source, path] =
      this.lastGood === undefined
        ? ['that of Agent Terminals itself', env['PATH'] ?? '']
        : ['the one it printed before', this.lastGood];
    logger.warn(
      `${shell.path} ${reason} when queried for its PATH; ${source} is used. Check its startup files.`,
    );
    return path;
  }
}

/**
 * Prints the PATH and the names of {@link CHANGES_PROGRAMS} that are set. Runs `sh` inside the shell,
 * since the PATH of its programs counts, and every shell can start one.
 */
function buildProbe({ shell, flavor, env }: LoginEnvironmentDeps, marker: string): CommandRequest {
  const flags = flavor === 'login' ? shell.commandFlags : shell.interactiveCommandFlags;
  const exported = CHANGES_PROGRAMS.map((name) => `\${${name}+ ${name}}`).join('');
  const line = `/bin/sh -c 'printf "%s%s%s%s%s" "$1" "$PATH" "$1" "${exported}" "$1"' sh ${marker}`;
  return {
    file: shell.path,
    args: [...flags, line],
    env,
    timeoutMs: PROBE_TIMEOUT_MS,
    maxOutputBytes: PROBE_MAX_BYTES,
  };
}

/** The text between the markers. rc files may print other text around them. */
function parseProbe(
  stdout: string,
  marker: string,
): { readonly path: string; readonly exported: readonly string[] } | undefined {
  const [, path = '', exported, end] = stdout.split(marker);
  return path === '' || exported === undefined || end === undefined
    ? undefined
    : { path, exported: exported.split(' ').filter(Boolean) };
}
