import { posix, win32 } from 'node:path';
import { parseShellArgs } from '../../pty/shell/parseShellArgs';

/** What the reading of a CLI depends on. */
export interface CliFormHost {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Tells a path with spaces from a command with arguments. */
  readonly exists: (path: string) => Promise<boolean>;
}

/** What a person has written for a CLI. */
export type CliForm =
  /** To be looked up on the PATH; it may be an alias as well. */
  | { readonly kind: 'name'; readonly name: string }
  /** An absolute path, whether there is something or not. */
  | { readonly kind: 'file'; readonly path: string }
  /** Only a shell can run it: arguments, a pipe, a relative path. */
  | { readonly kind: 'line'; readonly line: string };

const NAME = /^[\w.+@-]+$/;

/** What a shell reads something into, beside blanks, quotes and backslashes. */
const SHELL_SYNTAX = /[|&;<>()$`*?[\]{}!#=]/;

/** Tells what the text of the setting `cli` is. */
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
