import { win32 } from 'node:path';
import { findVariable } from './findVariable';

interface WindowsStart {
  /** The path of the program, with its extension. */
  readonly file: string;
  readonly args: readonly string[];
  /** Contains `ComSpec` and `SystemRoot`. */
  readonly env: Readonly<Record<string, string>>;
}

type WindowsPlan =
  | {
      readonly kind: 'possible';
      readonly file: string;
      readonly args: readonly string[];
      /**
       * The text after the file on the command line, in place of `args`: cmd.exe has its own
       * quoting rules, which quotes for other programs would break.
       */
      readonly commandLine: string | undefined;
    }
  /** `message` gives the reason and a next step. */
  | {
      readonly kind: 'notPossible';
      readonly reason: 'LINE_BREAK_IN_BATCH_ARGUMENT';
      readonly message: string;
    };

/**
 * Plans how Windows starts a program, by its kind: batch files through `%ComSpec%`, PowerShell
 * scripts through PowerShell, all others directly.
 */
export function planWindowsStart(start: WindowsStart): WindowsPlan {
  switch (win32.extname(start.file).toLowerCase()) {
    case '.cmd':
    case '.bat':
      return planBatch(start);
    case '.ps1':
      return planPowerShell(start);
    default:
      return { kind: 'possible', file: start.file, args: start.args, commandLine: undefined };
  }
}

function planBatch({ file, args, env }: WindowsStart): WindowsPlan {
  if (args.some((arg) => /[\r\n]/.test(arg))) {
    return {
      kind: 'notPossible',
      reason: 'LINE_BREAK_IN_BATCH_ARGUMENT',
      message: `cmd.exe ends a command at a line break, so ${file} cannot be given an argument of several lines; give the prompt after the start.`,
    };
  }
  const words = [escapeForCmd(win32.normalize(file)), ...args.map(quoteForBatch)];
  // /s removes exactly the outer quotes.
  const commandLine = `/d /s /c "${words.join(' ')}"`;
  return { kind: 'possible', file: findComSpec(env), args: [], commandLine };
}

function planPowerShell({ file, args, env }: WindowsStart): WindowsPlan {
  const home = win32.join(findSystemRoot(env), 'System32', 'WindowsPowerShell', 'v1.0');
  return {
    kind: 'possible',
    file: win32.join(home, 'powershell.exe'),
    args: ['-NoLogo', '-ExecutionPolicy', 'Bypass', '-File', file, ...args],
    commandLine: undefined,
  };
}

/**
 * Quotes an argument for the program behind a batch file: first for C programs, then twice for
 * cmd.exe, which parses the line itself and again where the batch file has `%*`, as all that npm
 * creates do.
 */
function quoteForBatch(arg: string): string {
  return escapeForCmd(escapeForCmd(quoteForProgram(arg)));
}

/** Backslashes are doubled only before a quote. */
function quoteForProgram(arg: string): string {
  const escaped = arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1');
  return `"${escaped}"`;
}

function escapeForCmd(text: string): string {
  return text.replace(/[()[\]%!^"`<>&|;, *?]/g, '^$&');
}

function findComSpec(env: WindowsStart['env']): string {
  return (
    findVariable(env, 'ComSpec', 'win32') || win32.join(findSystemRoot(env), 'System32', 'cmd.exe')
  );
}

function findSystemRoot(env: WindowsStart['env']): string {
  return findVariable(env, 'SystemRoot', 'win32') || 'C:\\Windows';
}
