import { posix, win32 } from 'node:path';
import { parseShellArgs } from '../../pty/shell/parseShellArgs';

interface CliFormHost {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Distinguishes a path with spaces from a command with arguments. */
  readonly exists: (path: string) => Promise<boolean>;
}

export type CliForm =
  /** A name to search on the PATH; it may also be an alias. */
  | { readonly kind: 'name'; readonly name: string }
  /** An absolute path, which may not exist. */
  | { readonly kind: 'file'; readonly path: string }
  /** A command line that only a shell can run: arguments, a pipe, a relative path. */
  | { readonly kind: 'line'; readonly line: string };

const NAME = /^[\w.+@-]+$/;

/** Characters with a meaning for shells, apart from blanks, quotes and backslashes. */
const SHELL_SYNTAX = /[|&;<>()$`*?[\]{}!#=]/;

export async function classifyCli(host: CliFormHost, cli: string): Promise<CliForm> {
  const paths = host.platform === 'win32' ? win32 : posix;
  const line = cli.trim();
  const whole = /^~[\\/]/.test(line) ? paths.join(host.home, line.slice(2)) : line;
  const isOneWord = !/[\s'"]/.test(whole) && !SHELL_SYNTAX.test(whole);
  if (paths.isAbsolute(whole) && (isOneWord || (await host.exists(whole)))) {
    return { kind: 'file', path: whole };
  }
  const [word, ...others] = parseShellArgs(line);
  if (word === undefined || others.length > 0 || SHELL_SYNTAX.test(line)) {
    return { kind: 'line', line };
  }
  if (paths.isAbsolute(word)) {
    return { kind: 'file', path: word };
  }
  return NAME.test(word) ? { kind: 'name', name: word } : { kind: 'line', line };
}
