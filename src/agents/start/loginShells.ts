import type { Logger } from '../../base/logger';
import { buildSessionEnvironment } from '../../pty/shell/environment';
import { findVariable } from '../../pty/shell/findVariable';
import { LoginEnvironment } from '../../pty/shell/loginEnvironment';
import type { RunCommand } from '../../pty/process/runCommand';
import { quoteForShell } from '../../pty/shell/quoteForShell';
import { resolveShell, type Shell, type ShellDialect } from '../../pty/shell/shells';
import type { HostFacts } from './hostFacts';

export interface LoginShellsDeps {
  readonly host: HostFacts;
  readonly run: RunCommand;
  readonly logger: Logger;
  /** The absolute path of the program that a name or a path means, if it can be run. */
  readonly locate: (shell: string) => string | undefined;
}

/** A person's shell, and what it makes of the PATH. */
export interface LoginShell {
  readonly shell: Shell;
  /** What it makes of the environment: ours, with its PATH. Never rejects; read once. */
  environment(flavor: 'login' | 'interactive'): Promise<Variables>;
  /** Whether it can run `name`, which no file of the PATH has: an alias, a function. */
  knows(name: string): Promise<boolean>;
}

type Variables = Readonly<Record<string, string>>;

/** How long a shell may take to say whether it knows a name, rc files included, in milliseconds. */
const NAME_TIMEOUT_MS = 3_000;
const NAME_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Knows the person's shell by the setting, and asks each shell once for its PATH. */
export class LoginShells {
  private readonly known = new Map<string, LoginEnvironment>();
  private readonly toldOf = new Set<string>();

  constructor(private readonly deps: LoginShellsDeps) {}

  /** The shell that the setting `shell` names; empty = `$SHELL`, or the platform's. */
  find(setting: string): LoginShell {
    const { host, locate } = this.deps;
    const { env, platform } = host;
    const { shell, notices } = resolveShell({ setting, env, platform, locate });
    notices.forEach((notice) => this.tellOnce(notice));
    return {
      shell,
      environment: (flavor) => this.environment(shell, flavor),
      knows: (name) => this.knows(shell, name),
    };
  }

  /** Asks every shell again: something may have been installed. */
  async refresh(): Promise<void> {
    await Promise.all([...this.known.values()].map((environment) => environment.refresh()));
  }

  private async environment(shell: Shell, flavor: 'login' | 'interactive'): Promise<Variables> {
    const env = this.startingPoint(shell);
    // Windows has no rc files: what the editor has is what a shell would have.
    return this.deps.host.platform === 'win32'
      ? env
      : { ...env, PATH: await this.environmentOf(shell, flavor).path() };
  }

  private async knows(shell: Shell, name: string): Promise<boolean> {
    if (shell.dialect === undefined) {
      return false;
    }
    const result = await this.deps.run({
      file: shell.path,
      args: [...shell.commandFlags, `${KNOWS[shell.dialect]} ${quoteForShell(name)}`],
      env: this.startingPoint(shell),
      timeoutMs: NAME_TIMEOUT_MS,
      maxOutputBytes: NAME_OUTPUT_BYTES,
    });
    return result.kind === 'done' && result.code === 0;
  }

  private environmentOf(shell: Shell, flavor: 'login' | 'interactive'): LoginEnvironment {
    const key = `${flavor} ${shell.path}`;
    const known = this.known.get(key) ?? this.makeEnvironment(shell, flavor);
    this.known.set(key, known);
    return known;
  }

  private makeEnvironment(shell: Shell, flavor: 'login' | 'interactive'): LoginEnvironment {
    const { run, logger } = this.deps;
    return new LoginEnvironment({ run, logger, shell, flavor, env: this.startingPoint(shell) });
  }

  /** What a login shell starts from: what a session would have, but for the session. */
  private startingPoint(shell: Shell): Variables {
    const { env, platform, user, terminalVersion } = this.deps.host;
    return buildSessionEnvironment({
      source: env,
      platform,
      user,
      terminalVersion,
      shell: shell.path,
      path: findVariable(env, 'PATH', platform) ?? '',
      inherit: false,
      passthrough: [],
      provider: { passthrough: [], strip: [], env: {} },
      callerEnv: {},
      session: { ptyId: '', taskId: '', taskName: '', folder: '', marker: '' },
    }).env;
  }

  private tellOnce(notice: string): void {
    if (!this.toldOf.has(notice)) {
      this.toldOf.add(notice);
      this.deps.logger.warn(notice);
    }
  }
}

/** What succeeds for anything that the shell can run, aliases and functions among them. */
const KNOWS = { posix: 'command -v', fish: 'type -q' } as const satisfies Record<
  ShellDialect,
  string
>;
