import type { ProgramSpec } from '../ptyProcess';
import { AGENT_EXIT_FORMAT } from '../shell/agentExitMarker';
import { asOneCommand } from '../shell/asOneCommand';
import { isShellVariable } from '../shell/environmentNames';
import { quoteForShell, toPrintfFormat } from '../shell/quoteForShell';
import { tmuxFlags, tmuxInstanceDirectory, type TmuxLine } from './tmuxLine';
import { EXIT_FILE_VARIABLE } from './tmuxExitReport';
import { TMUX_FILES } from './tmuxFileNames';
import { CLIENT_ENDED, PAINT_WANTED } from './tmuxMarks';
import { GONE_PATTERNS, TMUX_CLOSED } from './tmuxRun';
import { buildServerNote } from './tmuxServer';

type TmuxStart = Pick<TmuxLine, 'endNonce' | 'instanceId' | 'name' | 'server' | 'seed'> & {
  readonly program: Pick<ProgramSpec, 'args' | 'cwd' | 'env' | 'file'>;
};

/**
 * The option of a tmux session with `e` and the exit status of its program, once it has ended. A
 * bare 0 would count as unset.
 */
export const EXIT_OPTION = '@agent-terminals-exit';

/** The option with the program's bracketed paste mode, as a window has seen it. */
export const PASTE_OPTION = '@agent-terminals-paste';

/** The wait-for channel that signals that a client reads the output of the session's program. */
export function tmuxReadyChannel(instanceId: string): string {
  return `go-${instanceId}`;
}

/**
 * The script that runs a session's program in tmux. It contains the program's complete environment,
 * which no other user may read and which tmux would pass to all programs of the server; and a nonce,
 * which the program may not read. So the script empties and removes itself. It starts the program when
 * a client reads its output, and stays until the client has read its end, since tmux does not pass on
 * later output.
 */
export function buildTmuxStart(start: TmuxStart): string {
  const { program, server, name, instanceId, endNonce = '', seed } = start;
  const directory = tmuxInstanceDirectory({ server, name, instanceId });
  const env = { ...program.env, [EXIT_FILE_VARIABLE]: `${directory}/${TMUX_FILES.agentExit}` };
  const isExported = ([variable]: readonly [string, string]): boolean => isShellVariable(variable);
  const all = Object.entries(env);
  const exported = all.filter(isExported);
  // These few cannot be exported, so they are visible on a command line for a moment.
  const others = all.filter((entry) => !isExported(entry));
  const words = [...others.map(toAssignment), program.file, ...program.args];
  const command = (args: readonly string[]): string => buildTmuxCommand({ server, name }, args);
  const report = `${quoteForShell(AGENT_EXIT_FORMAT)} ${quoteForShell(endNonce)} "$agent_terminals_status"`;
  return asOneCommand([
    ': >"$0"; rm -f -- "$0"',
    ...buildServerNote(directory),
    command(['wait-for', tmuxReadyChannel(instanceId)]),
    // As the system resolves `..` after a link, and as `program.cwd` was checked.
    `cd -P -- ${quoteForShell(program.cwd)} || exit`,
    ...exported.map(([variable, value]) => `export ${variable}=${quoteForShell(value)}`),
    // tmux's keys differ slightly from xterm's. If their terminal description is missing, xterm's
    // is used.
    'if tput -T tmux-256color longname >/dev/null 2>&1; then export TERM=tmux-256color; fi',
    ...(seed === '' ? [] : [`printf %s ${quoteForShell(seed)}`]),
    // Unlike an ignored signal, a trap is not inherited by the program.
    'trap : INT QUIT',
    `/usr/bin/env ${words.map(quoteForShell).join(' ')}`,
    'agent_terminals_status=$?',
    `${command(['set-option', '-t', `=${name}:`, EXIT_OPTION])} "e$agent_terminals_status"`,
    `printf ${report}`,
    `exec ${command(['wait-for', `bye-${instanceId}`])}`,
  ]);
}

/** A command line for tmux that depends on no variable. */
function buildTmuxCommand(
  { server, name }: Pick<TmuxLine, 'name' | 'server'>,
  args: readonly string[],
): string {
  const env = Object.entries(server.env).map(toAssignment);
  const flags = tmuxFlags(server, name);
  const words = ['/usr/bin/env', '-i', ...env, server.file, ...flags, ...args];
  return words.map(quoteForShell).join(' ');
}

function toAssignment([name, value]: readonly [string, string]): string {
  return `${name}=${value}`;
}

/**
 * The signal with which a session's program in tmux ends if its server is gone, as if its terminal
 * had closed.
 */
export const TMUX_LOST_SIGNAL = 'SIGHUP';

/** The name of a tmux window whose program has ended. No program can set it. */
export const ENDED_WINDOW = 'ended';

/** How often a server that runs and closes the connection is queried again. */
const CLOSED_TRIES = 10;

/** How often a killed client of a session is replaced. */
const MAX_NEW_CLIENTS = 3;

/** A format that is 1 for the instance. A later session can have its name and its server's socket. */
export function formatInstanceTest(instance: string): string {
  return `#{==:#{@agent-terminals},${instance}}`;
}

const IS_OURS = formatInstanceTest('$instance');

/**
 * Prints 1 if the program has ended, and its status, as `e7`, or the signal that ended it; `other`
 * for another instance.
 */
const END_FORMAT = `#{?${IS_OURS},#{?${EXIT_OPTION},1 #{${EXIT_OPTION}} ,#{pane_dead} #{pane_dead_status} #{pane_dead_signal}},other}`;

/** Marks the end of the program for its clients, as a command in a hook, which expands formats. */
const REPORT_ENDED = `if-shell -F -t =$name: \\"${IS_OURS.replaceAll('#', '##')}\\" \\"rename-window -t =$name: ${ENDED_WINDOW}\\"`;

/**
 * The program on the session's PTY: a tmux client while the session's program runs; it then ends as
 * that program ended. The files of a session that is not certainly gone are kept for a later
 * window. Arguments: tmux, the socket's name, the session's name, the directory of the files, the id
 * of the instance, start (see `TmuxLine`), then tmux's set-up commands.
 */
export const TMUX_CLIENT = `tmux=$1 socket=$2 name=$3 files=$4 instance=$5 start=$6
shift 6
cd /
t() { "$tmux" -u -L "$socket" -f /dev/null "$@"; }
# False if no server was recorded. A zombie can still be signalled.
has_server_ended() {
  server=
  read -r server rest 2>/dev/null <"$files/$name.$instance/${TMUX_FILES.server}"
  [ -n "$server" ] || return
  kill -0 "$server" 2>/dev/null || return 0
  case $(ps -o stat= -p "$server" 2>/dev/null) in Z*) ;; *) return 1 ;; esac
}
# Sets answer; if tmux gives none, sets why, which stays empty if the session does not exist.
ask() {
  tries=${CLOSED_TRIES}
  while :; do
    why=
    answer=$(t display-message -p -t "=$name:" "$1" 2>&1) && return
    case $answer in
    ${GONE_PATTERNS}) break ;;
    ${quoteForShell(TMUX_CLOSED)}*) ! has_server_ended || break ;;
    *) tries=0 ;;
    esac
    why=$answer
    [ "$tries" -gt 0 ] || break
    # A server that is about to end closes new connections.
    tries=$((tries - 1))
    sleep 0.1 2>/dev/null || sleep 1
  done
  answer=
}
report_agent() {
  code=$(cat "$files/$name.$instance/${TMUX_FILES.agentExit}" 2>/dev/null)
  case $code in
  *[!0-9A-Za-z\\;]*) ;;
  *\\;*) printf '\\033]7749;%s\\007' "$code" ;;
  esac
}
forget() { rm -rf -- "$files/$name.$instance"; }
end() {
  t kill-session -t "=$name" 2>/dev/null
  report_agent
  forget
  ulimit -c 0
  case $2 in
  '') exit "\${1:-1}" ;;
  1) exit 129 ;;
  *) kill "-$2" $$ ;;
  esac
}
leave() {
  printf '\\r\\n[%s]\\r\\n' "$1"
  kill -HUP $$
}
lost() {
  if [ -z "$why" ]; then
    forget
    leave 'The session does not exist in tmux any more: its server was ended, or the session in it.'
  fi
  # If the start script still exists, the session has not begun and never will.
  [ ! -e "$files/$name.$instance/${TMUX_FILES.start}" ] || forget
  leave "tmux does not answer for the session, which may continue there: $why"
}

[ "$start" != replace ] || t kill-session -t "=$name" 2>/dev/null
size=$(stty size)
# By another client: tmux sends no notification of commands that a hook runs itself.
report_ended="\\"\\$AGENT_TERMINALS_TMUX\\" -u -L $socket ${REPORT_ENDED}"
set -- set-environment -g AGENT_TERMINALS_TMUX "$tmux" \\; "$@"
set -- "$@" new-session -As "$name" -x "\${size#* }" -y "\${size% *}" -- \\
  /usr/bin/env -i /bin/sh "$files/$name.$instance/${TMUX_FILES.start}" \\; \\
  set-option -t "=$name:" @agent-terminals "$instance" \\; \\
  set-hook -p -t "=$name:" pane-died "run-shell -b '$report_ended'"
ask '#{@agent-terminals}'
found=$answer
if [ -n "$found" ]; then
  [ "$instance" = "$found" ] || forget
  instance=$found
  t resize-window -t "=$name:" -x "\${size#* }" -y "\${size% *}" \\; set-option -wu -t "=$name:" window-size
  printf '${toPrintfFormat(PAINT_WANTED)}'
  set -- attach-session -d -t "=$name"
elif [ "$start" = attach ]; then
  lost
fi
left=${MAX_NEW_CLIENTS}
while :; do
  t -CC "$@"
  code=$?
  printf '${toPrintfFormat(CLIENT_ENDED)}'
  ask "${END_FORMAT}"
  [ "$left" -gt 0 ] || break
  left=$((left - 1))
  case $answer in
  '0 '*) [ "$code" -gt 128 ] || break ;;
  '')
    # The server of an ended session was about to end, and has not begun this one.
    [ -z "$why$found" ] && [ -e "$files/$name.$instance/${TMUX_FILES.start}" ] || break
    continue
    ;;
  *) break ;;
  esac
  # Discards commands that were meant for the killed client.
  stty raw -echo min 0 time 0 && cat >/dev/null
  printf '${toPrintfFormat(PAINT_WANTED)}'
  set -- attach-session -d -t "=$name"
done
case $answer in
'1 '*)
  rest=\${answer#1 } rest=\${rest#e}
  end "\${rest% *}" "\${rest#* }"
  ;;
'0 '*)
  [ "$code" -eq 0 ] || leave "The tmux client has ended ($code); the session continues in tmux."
  printf '\\r\\n[%s]\\r\\n' 'Another tmux client has taken over this session, which continues there.'
  exit 0
  ;;
esac
[ "$code" != 127 ] || exit 127
lost
`;
