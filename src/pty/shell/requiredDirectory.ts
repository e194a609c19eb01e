import type { ProgramSpec } from '../ptyProcess';
import { isShellVariable } from './environmentNames';

/**
 * Compares the directory of its process with `$1`, and becomes the rest of its arguments. The inner shell
 * has no `PWD`, from which bash would take the path in place of the system. The `x` keeps line feeds at the
 * end of the path. In another directory it ends by a signal, since an exit code counts as a failed start.
 */
const ENTER = `if [ "$(/usr/bin/env -i /bin/sh -c 'pwd -P; printf x')" != "$1
x" ]; then
  printf '[%s is not the directory that was checked any more: nothing is started in it.]\\r\\n' "$1"
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
  // Some could change what the shell does, and it does not pass all on. They are visible on a command line for a moment.
  const others = Object.entries(env).filter(([name]) => !isShellVariable(name) && name !== 'PWD');
  const assigned = others.map(([name, value]) => `${name}=${value}`);
  const command = [...(assigned.length > 0 ? ['/usr/bin/env', ...assigned] : []), file, ...args];
  return {
    ...program,
    cwd: directory,
    requiresCwd: true,
    env: Object.fromEntries(Object.entries(env).filter(([name]) => isShellVariable(name))),
    file: '/bin/sh',
    args: ['-c', ENTER, 'sh', directory, ...command],
  };
}
