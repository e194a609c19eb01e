import { win32 } from 'node:path';

/** The languages in which an agent can be wrapped (see `agentScript.ts`). */
export type ShellDialect = 'posix' | 'fish';

/** What has to be known of a shell to start it. */
export interface ShellTraits {
  /** None if the shell cannot wrap an agent; `sh` does it in its place. */
  readonly dialect: ShellDialect | undefined;
  /** Flags for one command line, which follows, with the person's login set-up read first. */
  readonly commandFlags: readonly string[];
  /** The same as an interactive shell that is no login shell: other rc files (bash, zsh). */
  readonly interactiveCommandFlags: readonly string[];
  /** Flags for a login shell that talks to the person. */
  readonly loginFlags: readonly string[];
}

/** A shell on this machine. */
export interface Shell extends ShellTraits {
  /** An absolute path. */
  readonly path: string;
}

/** How shells are started on POSIX systems when the person's own cannot wrap an agent. */
const FALLBACK_SHELL = '/bin/sh';

const SH = {
  dialect: 'posix',
  commandFlags: ['-lc'],
  interactiveCommandFlags: ['-ic'],
  loginFlags: ['-il'],
} as const satisfies ShellTraits;

const BASH = { ...SH, commandFlags: ['-lic'] } as const satisfies ShellTraits;

const CSH = {
  dialect: undefined,
  commandFlags: ['-c'],
  interactiveCommandFlags: ['-c'],
  // A login shell only if this is its one argument.
  loginFlags: ['-l'],
} as const satisfies ShellTraits;

/**
 * By the name of the file. ksh wraps no agent although it is POSIX: ksh93 tells the status
 * of a stopped program as 0. csh has no functions, nu and pwsh no job control.
 */
const TRAITS: Readonly<Record<string, ShellTraits>> = {
  sh: SH,
  ash: SH,
  dash: SH,
  bash: BASH,
  zsh: BASH,
  fish: {
    dialect: 'fish',
    commandFlags: ['-l', '-i', '-c'],
    interactiveCommandFlags: ['-i', '-c'],
    loginFlags: ['-il'],
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
    // Counts only as the first flag.
    commandFlags: ['-Login', '-Command'],
    interactiveCommandFlags: ['-Command'],
    loginFlags: ['-Login'],
  },
};

/** A shell that nobody knows gets no flags but the one that all have. */
const UNKNOWN: ShellTraits = {
  dialect: undefined,
  commandFlags: ['-c'],
  interactiveCommandFlags: ['-c'],
  loginFlags: [],
};

/** What is known of the shell at `path`, by its name: `bash-5.2` and `zsh.exe` count too. */
export function describeShell(path: string): Shell {
  const name = win32
    .basename(path)
    .toLowerCase()
    .replace(/\.exe$/, '');
  const traits = TRAITS[name] ?? TRAITS[name.replace(/-?[\d.]+$/, '')] ?? UNKNOWN;
  return { path, ...traits };
}

/** The shell that wraps an agent for a person of `shell`: that one, or `sh` and why. */
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

export interface ShellChoice {
  /** The setting `shell`; empty = none. */
  readonly setting: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The absolute path of the program that a name or path means, if it can be run. */
  readonly locate: (shell: string) => string | undefined;
}

/**
 * The person's shell: the setting, else `$SHELL`, else the platform's, else `/bin/sh`.
 * What was named and is not there is told in `notices`, a sentence each, for the log.
 */
export function resolveShell({ setting, env, platform, locate }: ShellChoice): {
  readonly shell: Shell;
  readonly notices: readonly string[];
} {
  const { variable, usual, last } =
    platform === 'win32' ? windowsShells(env) : unixShells(platform);
  const named = [
    { source: 'The setting agentTerminals.shell', path: setting },
    { source: `The environment variable ${variable}`, path: env[variable] ?? '' },
  ].filter(({ path }) => path !== '');
  const at = named.findIndex(({ path }) => locate(path) !== undefined);
  const missing = at < 0 ? named : named.slice(0, at);
  // A shell that was named and is gone is replaced by the one that every system has.
  const wanted = named[at]?.path ?? (missing.length > 0 ? last : usual);
  const shell = describeShell(locate(wanted) ?? last);
  const notices = missing.map(
    ({ source, path }) =>
      `${source} names ${path}, which is not a program here; ${shell.path} is used instead.`,
  );
  return { shell, notices };
}

interface PlatformShells {
  /** Names the person's shell. */
  readonly variable: string;
  /** Without that. */
  readonly usual: string;
  /** Always there. */
  readonly last: string;
}

function unixShells(platform: NodeJS.Platform): PlatformShells {
  const usual = platform === 'darwin' ? '/bin/zsh' : '/bin/bash';
  return { variable: 'SHELL', usual, last: FALLBACK_SHELL };
}

function windowsShells(env: ShellChoice['env']): PlatformShells {
  const cmd = win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'cmd.exe');
  return { variable: 'ComSpec', usual: cmd, last: cmd };
}
