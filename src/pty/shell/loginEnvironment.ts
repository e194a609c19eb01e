import { randomUUID } from 'node:crypto';
import type { Logger } from '../../base/logger';
import type { CommandRequest, RunCommand } from '../process/runCommand';
import type { Shell } from './shells';

export interface LoginEnvironmentDeps {
  readonly run: RunCommand;
  readonly logger: Logger;
  readonly shell: Shell;
  /**
   * Which rc files count: those of a login shell, or of one that is only interactive.
   * bash, for one, reads `.bashrc` in the second case alone.
   */
  readonly flavor: 'login' | 'interactive';
  /** What the shell starts from. */
  readonly env: Readonly<Record<string, string>>;
}

/** An rc file may hang or ask a question; a start must not wait for it. */
const PROBE_TIMEOUT_MS = 3_000;
/** An rc file may be talkative. */
const PROBE_MAX_BYTES = 16 * 1024 * 1024;

/**
 * The PATH as the person's shell builds it from their rc files. It is read once, at the
 * first question; if that fails, our own PATH stands in and the log says why.
 */
export class LoginEnvironment {
  private known: Promise<string> | undefined;
  private lastGood: string | undefined;

  constructor(private readonly deps: LoginEnvironmentDeps) {}

  /** Never rejects. */
  path(): Promise<string> {
    this.known ??= this.probe();
    return this.known;
  }

  /** Reads it again, say after something was installed; what was good before outlives a failure. */
  refresh(): Promise<string> {
    this.known = this.probe();
    return this.known;
  }

  private async probe(): Promise<string> {
    const marker = randomUUID();
    const result = await this.deps.run(buildProbe(this.deps, marker));
    const path = result.kind === 'done' ? parseProbe(result.stdout, marker) : undefined;
    if (path !== undefined) {
      this.lastGood = path;
      return path;
    }
    return this.fallBack(result.kind === 'failed' ? result.reason : 'did not print its PATH');
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

/** Asks `sh` inside the shell: what a program gets is what counts, and every shell can start one. */
function buildProbe({ shell, flavor, env }: LoginEnvironmentDeps, marker: string): CommandRequest {
  const flags = flavor === 'login' ? shell.commandFlags : shell.interactiveCommandFlags;
  const line = `/bin/sh -c 'printf "%s%s%s" "$1" "$PATH" "$1"' sh ${marker}`;
  return {
    file: shell.path,
    args: [...flags, line],
    env,
    timeoutMs: PROBE_TIMEOUT_MS,
    maxOutputBytes: PROBE_MAX_BYTES,
  };
}

/** The PATH between the markers, whatever rc files print around them. */
function parseProbe(stdout: string, marker: string): string | undefined {
  const [, path] = stdout.split(marker);
  return path === undefined || path === '' || !stdout.includes(`${path}${marker}`)
    ? undefined
    : path;
}
