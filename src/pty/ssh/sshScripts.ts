import { asOneCommand } from '../shell/asOneCommand';
import { quoteForShell } from '../shell/quoteForShell';
import { formatSshReport } from './sshReport';
import { remoteTmux, remoteTmuxAttach, remoteTmuxStart } from './sshTmux';
import { endInTmux, IS_THERE, runInTmux } from './sshTmuxScripts';

/*
 * How a session is set up on the remote machine, over its own connection, after the person has
 * logged in.
 *
 * The command line of `ssh` contains a line that reports "ready" and then reads a script from the
 * terminal, with the echo off, into a private directory. So nothing of the script, in particular no
 * environment variable, is on a command line of either machine. No second login is needed, which
 * would ask for the password again. No feature is used that some ssh lacks: Windows has no shared
 * connections, and a server may allow one session per connection, or have no sftp. The line is
 * valid in sh, bash, zsh, fish and csh, since the login shell is not known.
 */

/** A text for a file in the session's directory on the remote machine. */
export interface RemoteFile {
  /** Letters, digits, dots, and slashes between directories. */
  readonly name: string;
  readonly text: string;
}

export interface RemoteSessionPlan {
  /** The session's directory: an absolute path with a random name and no special characters. */
  readonly directory: string;
  /** Random letters and digits. */
  readonly nonce: string;
  /** The files that {@link REMOTE_RUN} and hooks need. */
  readonly files: readonly RemoteFile[];
  /** The working directory, quoted for the shell; undefined: the home directory. */
  readonly cwd: string | undefined;
  /** The name of its tmux session; undefined: it ends with its connection. */
  readonly tmux: string | undefined;
  /** Whether hooks report through {@link remoteSocket}. */
  readonly hasHooks: boolean;
}

/** The file that sh runs as the session. */
export const REMOTE_RUN = 'run';
/** The files with the address for hooks. A later window replaces them. */
export const REMOTE_ACCESS = ['hook.conf', 'hook.json'] as const;

/**
 * The socket on which sshd listens. It is beside the directory, which does not exist yet when sshd
 * starts to listen.
 */
export function remoteSocket(directory: string): string {
  return `${directory}.sock`;
}

/**
 * The command line for the remote machine's login shell. It reads a script and replaces itself with
 * it. Input before the script is dropped.
 */
export function buildRemoteCommand({
  directory,
  nonce,
}: Pick<RemoteSessionPlan, 'directory' | 'nonce'>): string {
  const report = (word: string): string => `printf "${formatSshReport(nonce, word)}"`;
  const steps = [
    `d=${directory}`,
    'umask 077',
    't=$(stty -g)',
    'stty raw -echo',
    'n=',
    // An existing directory belongs to a session in tmux and is kept.
    'if { { mkdir $d && n=$d; } || { [ -d $d ] && [ -O $d ] && [ ! -h $d ]; }; } 2>/dev/null',
    'then trap "rm -rf $n; exit 1" HUP TERM',
    '[ -z "$n" ] || echo $$ >$d/pid',
    report('ready'),
    `while IFS= read -r l && [ "$l" != ${nonce}-begin ]`,
    'do :',
    'done',
    `while IFS= read -r l && [ "$l" != ${nonce}-end ]`,
    'do printf "%s\\n" "$l"',
    'done >$d/start',
    'stty "$t"',
    // A dropped connection has sent half a script.
    `[ "$l" = ${nonce}-end ] || { rm -rf $n; exit 1; }`,
    'exec /bin/sh $d/start',
    'fi',
    'stty "$t"',
    report('nodirectory'),
    'exit 1',
  ];
  return `exec /bin/sh -c '${steps.join('; ')}'`;
}

/** The input that {@link buildRemoteCommand} reads. */
export function wrapRemoteScript(nonce: string, script: string): string {
  return `\n${nonce}-begin\n${script}\n${nonce}-end\n`;
}

/** The input that continues a remote script that waits until its reports are read. */
export function wrapRemoteGo(nonce: string): string {
  return `\n${nonce}-go\n`;
}

/**
 * The script of a session's first connection. If the session already runs in tmux, it attaches to
 * it.
 */
export function buildRemoteStart(session: RemoteSessionPlan): string {
  const { directory, cwd, files, nonce, tmux } = session;
  const directories = new Set(files.map(({ name }) => name.split('/').slice(0, -1).join('/')));
  return asOneCommand([
    ...preamble(session),
    REMOVE_ON_HANGUP,
    SWEEP,
    ...[...directories].filter(Boolean).map((path) => `mkdir -p "$d/${path}"`),
    ...files.map((file) => formatFile(file, nonce)),
    `echo $$ >"$d/pid"`,
    ...findTmux(session),
    ...takeSocket(session),
    // A running session keeps its working directory.
    `[ -n "$found" ] || cd ${cwd ?? ''} 2>/dev/null || quit nocwd 1`,
    'report started',
    ...(tmux === undefined
      ? [runDirectly(directory)]
      : [
          'if [ -n "$s" ]',
          'then',
          ...runInTmux(nonce, remoteTmuxStart(tmux, `/bin/sh "$d/${REMOTE_RUN}"`)),
          ...endInTmux(nonce),
          'else',
          runDirectly(directory),
          'fi',
        ]),
    ...END,
  ]);
}

/**
 * The script of a reconnection: attaches to the session in tmux. One that ends meanwhile is not
 * started again: its status is reported.
 */
export function buildRemoteReconnect(
  session: RemoteSessionPlan & { readonly tmux: string },
): string {
  const { files, nonce, tmux } = session;
  const access = files.filter(({ name }) => REMOTE_ACCESS.some((known) => known === name));
  return asOneCommand([
    ...preamble(session),
    ...access.map((file) => formatFile(file, nonce)),
    `s=${quoteForShell(tmux)}`,
    `if ! ${IS_THERE}`,
    // The session was killed, not ended by its program, if there is no status.
    'then x=$(cat "$d/status" 2>/dev/null); [ -n "$x" ] || quit gone 1',
    ...endInTmux(nonce),
    'fi',
    ...MOVE_IN,
    ...takeSocket(session),
    'report started',
    ...runInTmux(nonce, remoteTmuxAttach(tmux)),
    ...endInTmux(nonce),
  ]);
}

/** The command line that ends the session's tmux session and removes its directory. */
export function buildRemoteEnd(directory: string, tmux: string): string {
  const kill = remoteTmux(`kill-session -t ${quoteForShell(`=${tmux}`)}`);
  // A session that has already ended is not an error.
  return `${kill} 2>/dev/null; rm -rf ${directory}`;
}

function preamble({ directory, nonce }: RemoteSessionPlan): readonly string[] {
  return [
    `d=${directory}`,
    ': >"$d/start"; rm -f "$d/start"',
    'umask 077',
    `report() { printf '${formatSshReport(nonce, '%s')}' "$1"; }`,
    'quit() { rm -rf "$d" "$d.sock"; report "$1"; report "exit:$2"; exit "$2"; }',
    // Unlike an ignored signal, a trap is not inherited by programs.
    'trap : INT QUIT',
  ];
}

/** Ends the connection with the status `x` of the session. */
const END = ['rm -rf "$d" "$d.sock"', 'report "exit:$x"', 'exit "$x"'] as const;

const REMOVE_ON_HANGUP = `trap 'rm -rf "$d" "$d.sock"; exit 129' HUP TERM`;

/**
 * Removes the directories of sessions whose processes were killed before they could remove them. One
 * with the status of a session in tmux is kept for a day, or for ever without `find`: the connection that was attached
 * reads it.
 */
const SWEEP = `for o in /tmp/agent-terminals-ssh-*
do
[ "$o" != "$d" ] && [ -d "$o" ] && [ -O "$o" ] && p=$(cat "$o/pid" 2>/dev/null) && [ -n "$p" ] || continue
kill -0 "$p" 2>/dev/null && continue
[ ! -e "$o/status" ] || [ -n "$(find "$o/status" -mtime +0 2>/dev/null)" ] || continue
rm -rf "$o" "$o.sock"
done`;

function formatFile({ name, text }: RemoteFile, nonce: string): string {
  return `cat >"$d/${name}" <<'${nonce}-file'\n${text.replace(/\n$/, '')}\n${nonce}-file`;
}

/** Sets `s` to the session's name if tmux is installed. */
function findTmux({ tmux }: RemoteSessionPlan): readonly string[] {
  return tmux === undefined
    ? ['s=']
    : [
        // A session in tmux needs its directory.
        'trap - HUP TERM',
        `s=${quoteForShell(tmux)}`,
        'if ! command -v tmux >/dev/null 2>&1',
        'then s=; report notmux',
        `elif ${IS_THERE}`,
        'then found=1',
        ...MOVE_IN,
        'fi',
      ];
}

/**
 * A session that another window has started keeps its directory, in which its hooks read the
 * address.
 */
const MOVE_IN = [
  `o=$(${remoteTmux('show-options -v -t "=$s:" @agent_terminals_place')} 2>/dev/null)`,
  'if [ "$o" != "$d" ] && [ -n "$o" ] && [ -d "$o" ] && [ -O "$o" ]',
  'then',
  ...REMOTE_ACCESS.map((name) => `mv -f "$d/${name}" "$o" 2>/dev/null`),
  'mv -f "$d.sock" "$o.sock" 2>/dev/null',
  'rm -rf "$d"; d=$o',
  'fi',
] as const;

/**
 * A moved socket stays connected, and its first name is free for the next connection. Another user can
 * take that name meanwhile, and root can move what belongs to another user. Missing requirements are
 * reported once.
 */
function takeSocket({ hasHooks }: RemoteSessionPlan): readonly string[] {
  return hasHooks
    ? [
        'if [ -h "$d.sock" ] || [ ! -O "$d.sock" ] || ! mv -f "$d.sock" "$d/hook.sock" 2>/dev/null',
        'then rm -f "$d/hook.sock"; report nosocket',
        'elif ! command -v curl >/dev/null 2>&1 && ! command -v node >/dev/null 2>&1',
        'then report noposter',
        'fi',
      ]
    : [];
}

/**
 * Runs the program as a child, so that this shell can report the status. A hang-up goes only to
 * this shell, the first process of its terminal. When the shell has ended, the kernel passes the
 * hang-up on to the foreground processes. So this shell must not trap it: a trap would wait until
 * the program has ended.
 */
function runDirectly(directory: string): string {
  return `${REMOVE_AFTERWARDS}\ntrap - HUP TERM; /bin/sh ${directory}/${REMOTE_RUN} 3>&-; x=$?`;
}

/**
 * Removes the directory after this shell has ended: the pipe that only this shell holds open for
 * writing then ends. Both ends are opened before the reader starts, which could otherwise wait for
 * ever. If no pipe can be created, the {@link SWEEP} of the next session removes the directory.
 */
const REMOVE_AFTERWARDS = `if mkfifo "$d/alive" 2>/dev/null
then
exec 3<>"$d/alive" 4<"$d/alive"
(trap '' HUP INT QUIT TERM; exec 3>&-; read -r x <&4; rm -rf "$d" "$d.sock") </dev/null >/dev/null 2>&1 &
exec 4<&-
fi`;
