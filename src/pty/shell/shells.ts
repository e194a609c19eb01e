import { win32 } from 'node:path';
import { SessionError } from '../../base/errors';

/** The shell languages in which an agent can be wrapped (see `agentScript.ts`). */
export type ShellDialect = 'posix' | 'fish';

/** How a shell is started. */
interface ShellTraits {
  /** Undefined if the shell cannot wrap an agent; `sh` then wraps it. */
  readonly dialect: ShellDialect | undefined;
  /** Flags before one command line, which runs after the login files have been read. */
  readonly commandFlags: readonly string[];
  /** The same for an interactive shell that is not a login shell: other rc files (bash, zsh). */
  readonly interactiveCommandFlags: readonly string[];
  /** Flags for an interactive login shell. */
  readonly loginFlags: readonly string[];
  /** The files that an interactive login shell runs, for the person; only where it can wrap an agent. */
  readonly startupFiles?: string;
}

/** A shell on this machine. */
export interface Shell extends ShellTraits {
  /** An absolute path. */
  readonly path: string;
}

/** A shell that starts an agent, and reports when it does. */
export interface StartShell {
  readonly path: string;
  /** What it runs before the agent, for the person. */
  readonly startup: string;
}

/** The shell that wraps agents on POSIX systems if the person's own cannot. */
const FALLBACK_SHELL = '/bin/sh';

const SH = {
  dialect: 'posix',
  commandFlags: ['-lc'],
  interactiveCommandFlags: ['-ic'],
  loginFlags: ['-il'],
  startupFiles: '/etc/profile and ~/.profile',
} as const satisfies ShellTraits;

const BASH = {
  ...SH,
  commandFlags: ['-lic'],
  startupFiles: '/etc/profile and ~/.bash_profile, ~/.bash_login or ~/.profile',
} as const satisfies ShellTraits;

const CSH = {
  dialect: undefined,
  commandFlags: ['-c'],
  interactiveCommandFlags: ['-c'],
  // A login shell only if this is the only argument.
  loginFlags: ['-l'],
} as const satisfies ShellTraits;

/**
 * By file name. ksh cannot wrap an agent although it is POSIX: ksh93 reports 0 for a stopped
 * program. csh has no functions; nu and pwsh have no job control.
 */
const TRAITS: Readonly<Record<string, ShellTraits>> = {
  sh: SH,
  ash: SH,
  dash: SH,
  bash: BASH,
  zsh: { ...BASH, startupFiles: '~/.zshenv, ~/.zprofile, ~/.zshrc and ~/.zlogin' },
  fish: {
    dialect: 'fish',
    commandFlags: ['-l', '-i', '-c'],
    interactiveCommandFlags: ['-i', '-c'],
    loginFlags: ['-il'],
    startupFiles: '~/.config/fish/config.fish and ~/.config/fish/conf.d',
  },
  ksh: { ...BASH, dialect: undefined },
  mksh: { ...BASH, dialect: undefined },
  csh: CSH,
  tcsh: CSH,
  nu: {
    dialect: undefined,
    commandFlags: ['-l', '-c'],
    interactiveCommandFlags: ['-i', '-c'],
    loginFlags: ['-l'],
  },
  pwsh: {
    dialect: undefined,
    // Has an effect only as the first flag.
    commandFlags: ['-Login', '-Command'],
    interactiveCommandFlags: ['-Command'],
    loginFlags: ['-Login'],
  },
};

/** An unknown shell gets only the flag that all shells have. */
const UNKNOWN: ShellTraits = {
  dialect: undefined,
  commandFlags: ['-c'],
  interactiveCommandFlags: ['-c'],
  loginFlags: [],
};

/** The traits of the shell at `path`, by its name. `bash-5.2` and `zsh.exe` are recognised. */
export function describeShell(path: string): Shell {
  const name = win32
    .basename(path)
    .toLowerCase()
    .replace(/\.exe$/, '');
  const traits = TRAITS[name] ?? TRAITS[name.replace(/-?[\d.]+$/, '')] ?? UNKNOWN;
  return { path, ...traits };
}

/** The shell that wraps an agent for a person with `shell`: that one, or `sh` with a notice. */
export function chooseWrapperShell(shell: Shell): {
  readonly shell: Shell & { readonly dialect: ShellDialect };
  readonly notices: readonly string[];
} {
  if (shell.dialect) {
    return { shell: { ...shell, dialect: shell.dialect }, notices: [] };
  }
  const notice = `${shell.path} cannot resume a stopped agent, so ${FALLBACK_SHELL} starts the agent; ${shell.path} starts after it.`;
  return { shell: { path: FALLBACK_SHELL, ...SH }, notices: [notice] };
}

/** The names of programs that accounts without a login have as their shell. */
const NO_LOGIN: ReadonlySet<string> = new Set(['false', 'nologin']);

/** @throws {SessionError} `SPAWN_FAILED` for a program that permits no login. */
export function requireLogin({ path }: Shell): void {
  if (NO_LOGIN.has(win32.basename(path))) {
    throw new SessionError(
      'SPAWN_FAILED',
      `${path} is your shell and permits no login: set agentTerminals.shell to another one, such as ${FALLBACK_SHELL}.`,
    );
  }
}

export interface ShellChoice {
  /** The setting `shell`; empty: none. */
  readonly setting: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The shell of the person's account in the user database; undefined if it has none. */
  readonly accountShell: string | undefined;
  readonly platform: NodeJS.Platform;
  /** The absolute path of the program for a name or path, if it can be run. */
  readonly locate: (shell: string) => string | undefined;
}

/**
 * The person's shell: the setting, else `$SHELL`, else the one of the account, else `/bin/sh`; on
 * Windows the setting, else `%ComSpec%`, else `cmd.exe`. `notices` has a sentence for the log for
 * each named shell that does not exist.
 */
export function resolveShell(choice: ShellChoice): {
  readonly shell: Shell;
  readonly notices: readonly string[];
} {
  const { setting, env, accountShell, platform, locate } = choice;
  const variable = platform === 'win32' ? 'ComSpec' : 'SHELL';
  const named = [
    { source: 'The setting agentTerminals.shell', path: setting },
    { source: `The environment variable ${variable}`, path: env[variable] ?? '' },
    { source: 'The user database', path: accountShell ?? '' },
  ].filter(({ path }) => path !== '');
  const at = named.findIndex(({ path }) => locate(path) !== undefined);
  const missing = at < 0 ? named : named.slice(0, at);
  const fallback = platform === 'win32' ? standardOfWindows(env) : FALLBACK_SHELL;
  const shell = describeShell(locate(named[at]?.path ?? fallback) ?? fallback);
  const notices = missing.map(
    ({ source, path }) =>
      `${source} names ${path}, which is not a program here; ${shell.path} is used instead.`,
  );
  return { shell, notices };
}

function standardOfWindows(env: ShellChoice['env']): string {
  return win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'cmd.exe');
}
