import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { toDisposable, type Disposable } from '../../../src/base/lifecycle';

/** Startup files of shells; each adds its own name to the variable `READ`. */
const RC_FILES = {
  '.profile': 'export READ="$READ profile"\n',
  '.bash_profile': 'export READ="$READ bash_profile"\n',
  '.bashrc': 'export READ="$READ bashrc"\n',
  '.zshenv': 'export READ="$READ zshenv"\n',
  '.zprofile': 'export READ="$READ zprofile"\n',
  '.zshrc': 'export READ="$READ zshrc"\n',
  '.zlogin': 'export READ="$READ zlogin"\n',
  '.config/fish/config.fish': 'set -gx READ "$READ fish"\n',
} as const;

/** A temporary home directory, so that no test reads or writes the person's. */
export interface ShellHome extends Disposable {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  /** Writes a file into it and returns its path; `mode` 0755 makes the file executable. */
  write(name: string, text: string, mode?: number): string;
}

export function createShellHome(): ShellHome {
  const path = mkdtempSync(join(tmpdir(), 'agent-terminals-home-'));
  const write: ShellHome['write'] = (name, text, mode = 0o644) => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };
  Object.entries(RC_FILES).forEach(([name, text]) => write(name, text));
  forgoCompletions(path);
  const env = {
    HOME: path,
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
  };
  const removal = toDisposable(() => rmSync(path, { recursive: true, force: true }));
  return { path, env, write, dispose: () => removal.dispose() };
}

/**
 * Keeps fish from generating completions in a new home: its first interactive start parses all man
 * pages of the machine, in a process that outlives the shell by minutes and writes into the home.
 */
export function forgoCompletions(home: string): void {
  mkdirSync(join(home, '.local', 'share', 'fish', 'generated_completions'), { recursive: true });
}

/** Skips the tests of the surrounding suite, with a named hook, if the shell is not installed. */
export function needsShell(name: string): void {
  before(`${name} is installed`, function () {
    if (findShell(name) === undefined) {
      this.skip();
    }
  });
}

/** The absolute path of a shell of this machine. @throws if it is not installed. */
export function requireShell(name: string): string {
  const path = findShell(name);
  if (path === undefined) {
    throw new Error(`${name} is not installed; the tests need it.`);
  }
  return path;
}

export function findShell(name: string): string | undefined {
  const directories = ['/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // The file does not exist.
  }
}
