import { quoteForShell } from '../shell/quoteForShell';
import { formatSshReport } from './sshReport';
import { remoteTmux, remoteTmuxStart } from './sshTmux';

/*
 * How a session gets to the remote machine: over its own connection, once the person has logged in.
 *
 * The command line of `ssh` holds a line that says "ready" and then takes a script from the terminal,
 * with the echo off, into a directory of its own that nobody else can read. So nothing of it, the
 * environment least of all, is on a command line, here or there; no second login is needed, which would
 * ask for the password again; and nothing that not every ssh has: Windows' knows no shared connections,
 * a server may allow one session each, or have no sftp. Nor is anything read by a shell that is not
 * known: the line holds what sh, bash, zsh, fish and csh read in the same way.
 */

/** A text to be put in a file of the session's directory on the remote machine. */
export interface RemoteFile {
  /** Letters, digits, dots, and slashes between directories. */
  readonly name: string;
  readonly text: string;
}

export interface RemoteSessionPlace {
  /** Its directory there: absolute, random, of harmless characters. */
  readonly place: string;
  /** Random, of letters and digits. */
  readonly nonce: string;
  /** What {@link REMOTE_RUN} needs, and what hooks do. */
  readonly files: readonly RemoteFile[];
  /** The directory to work in as a shell's word; undefined = at home. */
  readonly cwd: string | undefined;
  /** The name of its tmux session; none = it ends with its line. */
  readonly tmux: string | undefined;
  /** Whether hooks are to come back through {@link remoteSocket}. */
  readonly hasHooks: boolean;
}

/** The file that sh runs as the session. */
export const REMOTE_RUN = 'run';
/** The files that tell hooks where to report to: a later window has others. */
export const REMOTE_ACCESS = ['hook.conf', 'hook.json'] as const;

/** Where sshd is to listen: in the directory there would be none yet to listen in. */
export function remoteSocket(place: string): string {
  return `${place}.sock`;
}

/**
 * The command line for the remote machine's login shell, whichever that is: takes a script and becomes it.
 * Whatever was typed before it is dropped.
 */
export function buildRemoteCommand({
  place,
  nonce,
}: Pick<RemoteSessionPlace, 'place' | 'nonce'>): string {
  const tell = (word: string): string => `printf "${formatSshReport(nonce, word)}"`;
  const steps = [
    `d=${place}`,
    'umask 077',
    't=$(stty -g)',
    'stty raw -echo',
    'n=',
    // One that is there already is of a session in tmux, which keeps it.
    'if { { mkdir $d && n=$d; } || { [ -d $d ] && [ -O $d ] && [ ! -h $d ]; }; } 2>/dev/null',
    'then trap "rm -rf $n; exit 1" HUP TERM',
    '[ -z "$n" ] || echo $$ >$d/pid',
    tell('ready'),
    `while IFS= read -r l && [ "$l" != ${nonce}-begin ]`,
    'do :',
    'done',
    `while IFS= read -r l && [ "$l" != ${nonce}-end ]`,
    'do printf "%s\\n" "$l"',
    'done >$d/start',
    'stty "$t"',
    // A line that was cut has brought half a script.
    `[ "$l" = ${nonce}-end ] || { rm -rf $n; exit 1; }`,
    'exec /bin/sh $d/start',
    'fi',
    'stty "$t"',
    tell('noplace'),
    'exit 1',
  ];
  return `exec /bin/sh -c '${steps.join('; ')}'`;
}

/** What is typed for {@link buildRemoteCommand} to take. */
export function wrapRemoteScript(nonce: string, script: string): string {
  return `\n${nonce}-begin\n${script}\n${nonce}-end\n`;
}

/** What is typed where the remote machine holds on till what it told is read. */
export function wrapRemoteGo(nonce: string): string {
  return `\n${nonce}-go\n`;
}

/** The script of a session's first connection; one that is there already, in tmux, is gone back to. */
export function buildRemoteStart(session: RemoteSessionPlace): string {
  const { place, cwd, files, nonce } = session;
  const directories = new Set(files.map(({ name }) => name.split('/').slice(0, -1).join('/')));
  return [
    ...preamble(session),
    TIDY_UP_AFTER,
    SWEEP,
    ...[...directories].filter(Boolean).map((directory) => `mkdir -p "$d/${directory}"`),
    ...files.map((file) => formatFile(file, nonce)),
    `echo $$ >"$d/pid"`,
    ...findTmux(session),
    ...takeSocket(session),
    // One that is there is where it is.
    `[ -n "$found" ] || cd ${cwd ?? ''} 2>/dev/null || quit nocwd 1`,
    'tell started',
    ...(session.tmux === undefined
      ? [runDirectly(place)]
      : ['if [ -n "$s" ]', 'then', ...runInTmux(session), 'else', runDirectly(place), 'fi']),
    'rm -rf "$d"',
    'tell "exit:$x"',
    'exit "$x"',
    '',
  ].join('\n');
}

/** The script of a connection in the place of one that was lost: goes back to the session in tmux. */
export function buildRemoteReconnect(
  session: RemoteSessionPlace & { readonly tmux: string },
): string {
  const { files, nonce } = session;
  const access = files.filter(({ name }) => REMOTE_ACCESS.some((known) => known === name));
  return [
    ...preamble(session),
    ...access.map((file) => formatFile(file, nonce)),
    `s=${quoteForShell(session.tmux)}`,
    `${IS_THERE} || quit gone 1`,
    ...MOVE_IN,
    ...takeSocket(session),
    'tell started',
    ...runInTmux(session),
    'rm -rf "$d"',
    'tell "exit:$x"',
    'exit "$x"',
    '',
  ].join('\n');
}

/** What ends the session's tmux session and removes its directory, as one command line. */
export function buildRemoteEnd(place: string, tmux: string): string {
  const kill = remoteTmux(`kill-session -t ${quoteForShell(`=${tmux}`)}`);
  // One that has ended by itself meanwhile is no failure.
  return `${kill} 2>/dev/null; rm -rf ${place}`;
}

function preamble({ place, nonce }: RemoteSessionPlace): readonly string[] {
  return [
    `d=${place}`,
    'rm -f "$d/start"',
    'umask 077',
    `tell() { printf '${formatSshReport(nonce, '%s')}' "$1"; }`,
    'quit() { rm -rf "$d"; tell "$1"; tell "exit:$2"; exit "$2"; }',
    // A trap, unlike ignoring, is not passed on to what it runs.
    'trap : INT QUIT',
  ];
}

const TIDY_UP_AFTER = `trap 'rm -rf "$d" "$d.sock"; exit 129' HUP TERM`;

/** Removes what sessions left behind that could not tidy up: their processes are gone. */
const SWEEP = `for o in /tmp/agent-terminals-ssh-*
do
[ "$o" != "$d" ] && [ -d "$o" ] && [ -O "$o" ] && p=$(cat "$o/pid" 2>/dev/null) && [ -n "$p" ] || continue
kill -0 "$p" 2>/dev/null || rm -rf "$o" "$o.sock"
done`;

function formatFile({ name, text }: RemoteFile, nonce: string): string {
  return `cat >"$d/${name}" <<'${nonce}-file'\n${text.replace(/\n$/, '')}\n${nonce}-file`;
}

/** Sets `s` to the session's name where tmux is there. */
function findTmux({ tmux }: RemoteSessionPlace): readonly string[] {
  return tmux === undefined
    ? ['s=']
    : [
        // What lives in tmux needs its directory.
        'trap - HUP TERM',
        `s=${quoteForShell(tmux)}`,
        'if ! command -v tmux >/dev/null 2>&1',
        'then s=; tell notmux',
        `elif ${IS_THERE}`,
        'then found=1',
        ...MOVE_IN,
        'fi',
      ];
}

const IS_THERE = `${remoteTmux('has-session -t "=$s"')} 2>/dev/null`;

/** A session that another window has begun keeps its own directory: that is where its hooks look. */
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
 * The socket keeps what it leads to when it is moved, and its first name is free for the next
 * connection. What is missing is told once.
 */
function takeSocket({ hasHooks }: RemoteSessionPlace): readonly string[] {
  return hasHooks
    ? [
        'if ! mv -f "$d.sock" "$d/hook.sock" 2>/dev/null',
        'then rm -f "$d/hook.sock"; tell nosocket',
        'elif ! command -v curl >/dev/null 2>&1 && ! command -v node >/dev/null 2>&1',
        'then tell noposter',
        'fi',
      ]
    : [];
}

/**
 * Not in this shell's place, so that it can tell the status. A hang-up is for this shell alone, the
 * first of its terminal: only once it has ended does the kernel hand it on to what is in front. So it
 * must not catch that, for a trap waits till the program has ended.
 */
function runDirectly(place: string): string {
  return `${TIDY_UP_BEHIND}\ntrap - HUP TERM; /bin/sh ${place}/${REMOTE_RUN} 3>&-; x=$?`;
}

/**
 * Removes the directory once this shell is gone: the pipe that only it holds open for writing ends
 * then. Both ends are open before there is anyone to wait, who could else wait for
 * ever. Where no pipe can be made the next session's {@link SWEEP} does it.
 */
const TIDY_UP_BEHIND = `if mkfifo "$d/alive" 2>/dev/null
then
exec 3<>"$d/alive" 4<"$d/alive"
(trap '' HUP INT QUIT TERM; exec 3>&-; read -r x <&4; rm -rf "$d" "$d.sock") </dev/null >/dev/null 2>&1 &
exec 4<&-
fi`;

/**
 * tmux drops whatever nobody has read yet of the terminal's output as it starts (`tcflush` in its
 * `tty_start_tty`): what was told before, that it has started not least.
 */
function runInTmux({ tmux: name = '', nonce }: RemoteSessionPlace): readonly string[] {
  return [
    // No key that is typed meanwhile ends the wait.
    't=$(stty -g); stty raw -echo',
    'tell hold',
    `while IFS= read -r l && [ "$l" != ${nonce}-go ]; do :; done`,
    'stty "$t"',
    `${remoteTmuxStart(name, `/bin/sh "$d/${REMOTE_RUN}"`)}; x=$?`,
    // Another one has taken it over, or the person has left it.
    `${IS_THERE} && { tell "exit:$x"; exit "$x"; }`,
    'x=$(cat "$d/status" 2>/dev/null || echo "$x")',
  ];
}
