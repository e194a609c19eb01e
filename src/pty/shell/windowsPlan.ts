import { win32 } from 'node:path';
import { findVariable } from './findVariable';

export interface WindowsStart {
  /** The path of the program, with its extension. */
  readonly file: string;
  readonly args: readonly string[];
  /** For `ComSpec` and `SystemRoot`. */
  readonly env: Readonly<Record<string, string>>;
}

export type WindowsPlan =
  | {
      readonly kind: 'possible';
      readonly file: string;
      readonly args: readonly string[];
      /**
       * What follows the file on the command line, word for word, in place of `args`: cmd.exe
       * has quotes of its own, which those that are made for other programs break.
       */
      readonly commandLine: string | undefined;
    }
  /** `message` says why, with a next step. */
  | {
      readonly kind: 'notPossible';
      readonly reason: 'LINE_BREAK_IN_BATCH_ARGUMENT';
      readonly message: string;
    };

/**
 * Plans how Windows starts a program by its kind: batch files through `%ComSpec%`,
 * PowerShell scripts through PowerShell, all else as it is.
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
  // /s strips exactly the outer quotes, whatever is between them.
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
 * Quotes an argument for the program behind a batch file: first as C programs read it, then
 * twice for cmd.exe, which reads the line once itself and once more where the file says `%*`,
 * as all that npm makes do.
 */
function quoteForBatch(arg: string): string {
  return escapeForCmd(escapeForCmd(quoteForProgram(arg)));
}

/** Backslashes count double before a quote, and nowhere else. */
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
