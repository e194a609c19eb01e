import type { Logger } from '../../base/logger';
import { buildSessionEnvironment } from '../../pty/shell/environment';
import { findVariable } from '../../pty/shell/findVariable';
import { LoginEnvironment } from '../../pty/shell/loginEnvironment';
import type { RunCommand } from '../../pty/process/command';
import { quoteForShell } from '../../pty/shell/quoteForShell';
import { resolveShell, type Shell, type ShellDialect } from '../../pty/shell/shells';
import type { MachineFacts } from './machineFacts';

interface LoginShellsDeps {
  readonly machine: MachineFacts;
  readonly run: RunCommand;
  readonly logger: Logger;
  /** The absolute path of a program by its name or path; undefined if it cannot be run. */
  readonly locate: (shell: string) => string | undefined;
}

/** A person's shell, and the PATH that it sets. */
export interface LoginShell {
  readonly shell: Shell;
  /**
   * The base environment of a session, with the PATH that the shell sets. Cached.
   * @throws {SessionError} `UNTRUSTED`
   */
  environment(flavor: 'login' | 'interactive'): Promise<Variables>;
  /** Whether it can run `name`, which may also be an alias or a function. */
  canRun(name: string): Promise<boolean>;
}

type Variables = Readonly<Record<string, string>>;

/** How long a shell may take to look up a name, with its rc files, in milliseconds. */
const NAME_TIMEOUT_MS = 3_000;
const NAME_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Finds the person's shell by the setting, and reads the PATH of each shell once. */
export class LoginShells {
  private readonly environments = new Map<string, LoginEnvironment>();
  private readonly loggedNotices = new Set<string>();

  constructor(private readonly deps: LoginShellsDeps) {}

  /** The shell of the setting `shell`; for an empty one, see {@link resolveShell}. */
  find(setting: string): LoginShell {
    const { machine, locate } = this.deps;
    const { env, platform, user } = machine;
    const accountShell = user.shell;
    const { shell, notices } = resolveShell({ setting, env, accountShell, platform, locate });
    notices.forEach((notice) => this.warnOnce(notice));
    return {
      shell,
      environment: (flavor) => this.environment(shell, flavor),
      canRun: (name) => this.canRun(shell, name),
    };
  }

  /** Reads the PATH of every shell again, because an installer may have changed it. */
  async refresh(): Promise<void> {
    await Promise.all([...this.environments.values()].map((environment) => environment.refresh()));
  }

  private async environment(shell: Shell, flavor: 'login' | 'interactive'): Promise<Variables> {
    const env = this.baseEnvironment(shell);
    // Windows has no rc files, so a shell has the PATH of VS Code.
    return this.deps.machine.platform === 'win32'
      ? env
      : { ...env, PATH: await this.environmentOf(shell, flavor).path() };
  }

  private async canRun(shell: Shell, name: string): Promise<boolean> {
    if (shell.dialect === undefined) {
      return false;
    }
    const result = await this.deps.run({
      file: shell.path,
      args: [...shell.commandFlags, `${LOOKUP_COMMANDS[shell.dialect]} ${quoteForShell(name)}`],
      env: this.baseEnvironment(shell),
      timeoutMs: NAME_TIMEOUT_MS,
      maxOutputBytes: NAME_OUTPUT_BYTES,
    });
    return result.kind === 'done' && result.code === 0;
  }

  private environmentOf(shell: Shell, flavor: 'login' | 'interactive'): LoginEnvironment {
    const key = `${flavor} ${shell.path}`;
    const environment = this.environments.get(key) ?? this.createEnvironment(shell, flavor);
    this.environments.set(key, environment);
    return environment;
  }

  private createEnvironment(shell: Shell, flavor: 'login' | 'interactive'): LoginEnvironment {
    const { run, logger } = this.deps;
    return new LoginEnvironment({ run, logger, shell, flavor, env: this.baseEnvironment(shell) });
  }

  private baseEnvironment(shell: Shell): Variables {
    const { env, platform, user, terminalVersion } = this.deps.machine;
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

  private warnOnce(notice: string): void {
    if (!this.loggedNotices.has(notice)) {
      this.loggedNotices.add(notice);
      this.deps.logger.warn(notice);
    }
  }
}

/** Commands that succeed for every name that the shell can run, including aliases and functions. */
const LOOKUP_COMMANDS = { posix: 'command -v', fish: 'type -q' } as const satisfies Record<
  ShellDialect,
  string
>;
