import type { SshProblem } from './sshReport';

/** The exit status of `ssh` if it failed itself. The remote program may also end with it. */
export const SSH_FAILED = 255;

/** Why a connection over SSH failed or ended. */
export type SshFailureKind =
  | 'unknownHost'
  | 'refused'
  | 'timedOut'
  | 'unreachable'
  | 'hostKeyChanged'
  | 'hostKeyNotAccepted'
  | 'authFailed'
  | 'badOptions'
  | 'closed'
  | 'dropped'
  | 'unknown';

export interface SshFailure {
  readonly kind: SshFailureKind;
  /** One sentence for the person, with a next step. */
  readonly sentence: string;
}

/** Another attempt does not help with these, and prompts the person or locks them out. */
export const PERMANENT_FAILURES: readonly SshFailureKind[] = [
  'authFailed',
  'badOptions',
  'hostKeyChanged',
  'hostKeyNotAccepted',
];

/** OpenSSH's messages, which are in English in every language. The first match applies. */
const MESSAGES: readonly (readonly [SshFailureKind, RegExp])[] = [
  ['hostKeyChanged', /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key for \S+ has changed/],
  ['hostKeyNotAccepted', /Host key verification failed|No \w+ host key is known/],
  ['unknownHost', /Could not resolve hostname/],
  [
    'authFailed',
    /Permission denied \(|Too many authentication failures|No supported authentication/,
  ],
  ['refused', /connect to .*Connection refused|Connection refused\s*$/m],
  ['unreachable', /Network is unreachable|No route to host|Host is down/],
  ['timedOut', /timed out/],
  [
    'badOptions',
    /Bad configuration option|bad configuration options|unknown option|illegal option|^usage: ssh|Bad remote forwarding|Cannot execute command-line and remote command|Identity file \S+ not accessible.*\n.*usage/m,
  ],
  ['closed', /kex_exchange_identification|Connection (?:closed|reset) by /],
  ['dropped', /Timeout, server|Broken pipe|client_loop|closed by remote host|Connection reset/],
];

const SENTENCES = {
  unknownHost: (target) =>
    `The host name ${target} cannot be resolved: check its spelling, or its HostName in ~/.ssh/config.`,
  refused: (target) =>
    `${target} refuses the connection: check that an SSH server listens there, and on which port.`,
  timedOut: (target) =>
    `${target} does not answer: check that it runs and can be reached from here.`,
  unreachable: (target) => `${target} cannot be reached from here: check the network.`,
  hostKeyChanged: (target) =>
    `${target} has a different host key than before, so ssh refuses to connect: find out why, and only then correct ~/.ssh/known_hosts.`,
  hostKeyNotAccepted: (target) =>
    `The host key of ${target} was not accepted: connect again and compare it, or add it to ~/.ssh/known_hosts.`,
  authFailed: (target) =>
    `${target} refuses the login: check the user's name, the key or the password.`,
  badOptions: (target) =>
    `ssh does not accept the options for ${target}: correct sshArgs or ~/.ssh/config.`,
  closed: (target) => `${target} closed the connection: see its log.`,
  dropped: (target) => `The connection to ${target} was lost.`,
  unknown: (target) =>
    `ssh ended with 255: the connection to ${target} failed, or the program there ended with this status.`,
} as const satisfies Record<SshFailureKind, (target: string) => string>;

/** A connection that ended. */
interface EndedConnection {
  readonly target: string;
  /** The last output. */
  readonly lastOutput: string;
  /** Whether the remote machine had started the session's program. */
  readonly hasStarted: boolean;
}

/** Explains the end of an `ssh` that failed itself, from its output. */
export function describeSshFailure({
  target,
  lastOutput,
  hasStarted,
}: EndedConnection): SshFailure {
  const found = MESSAGES.find(([, pattern]) => pattern.test(lastOutput))?.[0] ?? 'unknown';
  // After the start, the last output is that of a program.
  const kind = hasStarted ? 'dropped' : found;
  return { kind, sentence: SENTENCES[kind](target) };
}

/**
 * Returns one sentence about the session that continues on the remote machine without a connection.
 * `hint` is the command that ends it; undefined: none is known.
 */
export function describeLeftBehind(target: string, hint: string | undefined): string {
  const orEnd = hint === undefined ? '.' : `, or end it there with ${hint}`;
  return `The session continues in tmux on ${target}: start it again to return to it${orEnd}`;
}

/** Returns the problem of the remote machine as one sentence for the person. */
export function describeSshProblem(problem: SshProblem, target: string, cwd: string): string {
  return PROBLEMS[problem](target, cwd);
}

const PROBLEMS = {
  nodirectory: (target) =>
    `No file could be written to /tmp on ${target}, so the agent was not started: free space there, or correct the permissions.`,
  nocwd: (target, cwd) =>
    `${cwd} is not a directory on ${target}, so the agent was not started: name another as remoteCwd.`,
  notmux: (target) =>
    `tmux is not installed on ${target}, so the session ends with its connection: install it there.`,
  nosocket: (target) =>
    `${target} refuses to forward a socket, so hooks cannot report from there and the status is read from the screen: allow AllowStreamLocalForwarding in its sshd_config.`,
  noposter: (target) =>
    `Neither curl nor node was found on ${target}, so hooks cannot report from there and the status is read from the screen: install curl there.`,
  gone: (target) => `The session does not exist any more on ${target}: start the agent again.`,
} as const satisfies Record<SshProblem, (target: string, cwd: string) => string>;
