import { buildAgentScript } from './agentScript';
import { buildCommandsScript } from './commandsScript';
import { offerAgain, offerArguments } from './offerCommandLine';
import type { OnceFile, ProgramSpec } from '../ptyProcess';
import { quoteForShell } from './quoteForShell';
import { chooseWrapperShell, type Shell, type StartShell } from './shells';
import { hashNonce } from './agentExitMarker';
import type { AfterExit } from '../spawnMode';

/** The command for the shell: a program to quote, or a line as the person wrote it. */
export type ShellCommand =
  | { readonly kind: 'program'; readonly file: string; readonly args: readonly string[] }
  /** `line` is shell syntax (an alias, a pipe) and is not changed; `args` are quoted. */
  | { readonly kind: 'line'; readonly line: string; readonly args: readonly string[] };

export interface ShellStart {
  readonly shell: Shell;
  readonly command: ShellCommand;
  /** Commands before the agent; empty: none. */
  readonly shellSetup: string;
  readonly afterExit: AfterExit;
  /** Whether it runs in tmux, whose own script then waits for the shell. */
  readonly tmux: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The file with the nonce of the report of the agent's exit; see `agentExitMarker.ts`. */
  readonly exitMarker: OnceFile;
}

/** A program to start, and notices for the log, a sentence each. */
interface ShellPlan {
  readonly program: ProgramSpec;
  readonly startShell: StartShell;
  readonly notices: readonly string[];
}

/**
 * Plans an agent in the person's login shell on a POSIX system, with the rc files: `{shell} -lic
 * "{setup}; {command}; {report the status}; exec {shell} -il"`. If `afterExit` is not `shell`, the
 * agent replaces the shell where it can (`exec`), and the PTY ends with the agent and its status.
 * @throws {SessionError} `BAD_REQUEST` if an argument contains a NUL.
 */
export function planShellStart(start: ShellStart): ShellPlan {
  const { shell, notices } = chooseWrapperShell(start.shell);
  const [first = '', ...others] = buildAgentScript(shell.dialect, {
    setup: start.shellSetup,
    commandLine: buildCommandLine(start.command),
    execName: execNameOf(start),
    nonceFile: quoteForShell(start.exitMarker.path),
    beginHash: hashNonce(start.exitMarker.text),
    machine: 'here',
    followUp: start.afterExit === 'shell' ? buildLoginLine(start) : undefined,
    beforeFollowUp: offerAgain(start.shell, start.env),
  });
  const args = [...shell.commandFlags, first, ...others.flatMap((line) => ['-c', line])];
  const { cwd, env, exitMarker: onceFile } = start;
  const program = { file: shell.path, args, cwd, env, onceFile };
  return { program, startShell: { path: shell.path, startup: describeStartup(start) }, notices };
}

function describeStartup({ shell, shellSetup }: ShellStart): string {
  const { startupFiles = 'its files' } = chooseWrapperShell(shell).shell;
  const setup = shellSetup === '' ? '' : ', then the commands of agentTerminals.shellSetup';
  return `its startup files (${startupFiles})${setup}`;
}

/** A shell that follows needs the wrapper, and a person's line is not one program. */
function execNameOf({ afterExit, command, tmux }: ShellStart): string | undefined {
  const canReplace = afterExit !== 'shell' && !tmux && command.kind === 'program';
  return canReplace ? quoteForShell(command.file) : undefined;
}

interface Commands extends Pick<ShellStart, 'exitMarker'> {
  /** Command lines as the person wrote them. */
  readonly commands: readonly string[];
}

/** Plans commands in the person's login shell on a POSIX system; see `buildCommandsScript`. */
export function planCommands(
  personsShell: Shell,
  { commands, exitMarker: onceFile }: Commands,
  { cwd, env }: Pick<ProgramSpec, 'cwd' | 'env'>,
): ProgramSpec {
  const { shell } = chooseWrapperShell(personsShell);
  const nonceFile = quoteForShell(onceFile.path);
  const [first = '', ...others] = buildCommandsScript(shell.dialect, { commands, nonceFile });
  const args = [...shell.commandFlags, first, ...others.flatMap((line) => ['-c', line])];
  return { file: shell.path, args, cwd, env, onceFile };
}

/**
 * Plans the person's login shell by itself: a bare shell, or the one after a directly started
 * agent.
 */
export function planLoginShell(
  shell: Shell,
  { cwd, env }: Pick<ProgramSpec, 'cwd' | 'env'>,
): ProgramSpec {
  const args = [...shell.loginFlags, ...offerArguments(shell, env)];
  return { file: shell.path, args, cwd, env };
}

/** The command line for a shell. */
export function buildCommandLine(command: ShellCommand): string {
  const start = command.kind === 'line' ? command.line : quoteForShell(command.file);
  return [start, ...command.args.map(quoteForShell)].join(' ');
}

function buildLoginLine({ shell, env }: ShellStart): string {
  return [shell.path, ...shell.loginFlags, ...offerArguments(shell, env)]
    .map(quoteForShell)
    .join(' ');
}
