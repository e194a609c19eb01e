import { posix, win32 } from 'node:path';
import { POSIX_NAME, PROXY_ENV_VARS } from '../shell/environmentNames';
import { quoteForShell } from '../shell/quoteForShell';
import type { SessionIdentity } from '../shell/environment';

type Variables = Readonly<Record<string, string>>;

interface SshEnvironmentInput {
  /** The environment of this process. */
  readonly source: Readonly<Record<string, string | undefined>>;
  /**
   * Names of variables to pass: the provider's, and the setting `envPassthrough`. The remote machine
   * may be someone else's, so it gets no other keys.
   */
  readonly passthrough: readonly string[];
  /** Variables set by the provider, the settings and the caller. They are sent unchanged. */
  readonly explicit: Variables;
  readonly session: Pick<SessionIdentity, 'folder' | 'ptyId' | 'taskId' | 'taskName'>;
}

/** Variables that are meaningful on this machine only. */
const OF_THIS_MACHINE: readonly string[] = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'AWS_PROFILE',
  ...PROXY_ENV_VARS,
];

/** Variables with a secret, which may look like a path: base64 contains slashes. */
const SECRET = /KEY|TOKEN|SECRET|AUTH/;

const RESERVED = /^AGENT_TERMINALS(?:_|$)/;

/**
 * The variables that a session gets on the remote machine, in addition to those of the login:
 * variables passed by name, variables set for the start, and the session's identity. Inherited variables with a
 * path or proxy of this machine are not sent.
 */
export function buildSshEnvironment(input: SshEnvironmentInput): Variables {
  const { source, passthrough, explicit, session } = input;
  const inherited = passthrough
    .filter((name) => !OF_THIS_MACHINE.includes(name))
    .map((name) => [name, source[name]] as const)
    .filter((entry): entry is readonly [string, string] => entry[1] !== undefined)
    .filter(([name, value]) => SECRET.test(name) || !isPath(value));
  const chosen = [...inherited, ...Object.entries(explicit)].filter(
    ([name, value]) => POSIX_NAME.test(name) && !RESERVED.test(name) && !value.includes('\0'),
  );
  return {
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'vscode',
    ...Object.fromEntries(chosen),
    AGENT_TERMINALS: '1',
    AGENT_TERMINALS_PTY_ID: session.ptyId,
    AGENT_TERMINALS_TASK_ID: session.taskId,
    AGENT_TERMINALS_TASK_NAME: session.taskName.replaceAll('\0', ''),
    AGENT_TERMINALS_FOLDER: session.folder,
  };
}

/**
 * Lines for a POSIX shell. Agents draw more than ASCII characters, so a UTF-8 locale is set if
 * there is none.
 */
export function formatSshEnvironment(variables: Variables): string {
  const lines = Object.entries(variables).map(
    ([name, value]) => `${name}=${quoteForShell(value)}; export ${name}`,
  );
  const locale = '[ -n "$LC_ALL$LC_CTYPE$LANG" ] || { LANG=C.UTF-8; export LANG; }';
  return [...lines, locale].join('\n');
}

function isPath(value: string): boolean {
  return posix.isAbsolute(value) || win32.isAbsolute(value);
}
