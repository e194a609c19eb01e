import type { ProgramSpec } from '../ptyProcess';
import { isShellVariable } from './environmentNames';

/**
 * Compares the directory of its process with `$1`, and becomes the rest of its arguments. Without `PWD`,
 * bash reads the directory from the system, too; `$()` removes line feeds at the end. Signals end the
 * other case, since it is no failure of the program.
 */
const ENTER = `if [ "$(/usr/bin/env -i /bin/sh -c 'pwd -P; printf x')" != "$1
x" ]; then
  printf '[%s was replaced after it was checked: nothing is started.]\\r\\n' "$1"
  kill -HUP $$
  exit 129
fi
shift
exec "$@"`;

/**
 * The same program, which does not start if its process is in another directory than `directory`, a
 * path without links. A checked path can lead elsewhere when the program starts, which can be seconds
 * later in tmux or for a fallback; its process cannot leave the directory that it is in.
 * Not for Windows, and not for programs on other machines.
 */
export function requireDirectory(program: ProgramSpec, directory: string): ProgramSpec {
  const { file, args, env } = program;
  // A shell passes on no variables with other names.
  const others = Object.entries(env).filter(([name]) => !isShellVariable(name));
  const assigned = others.map(([name, value]) => `${name}=${value}`);
  const command = [...(assigned.length > 0 ? ['/usr/bin/env', ...assigned] : []), file, ...args];
  return {
    ...program,
    cwd: directory,
    file: '/bin/sh',
    args: ['-c', ENTER, 'sh', directory, ...command],
  };
}
