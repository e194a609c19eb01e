import { quoteForShell } from '../../pty/shell/quoteForShell';

/** A program of the extension: a JavaScript file and the executable that runs it. */
interface Launched {
  /** Node, or an editor with `ELECTRON_RUN_AS_NODE`. */
  readonly runtime: string;
  /** The JavaScript file. */
  readonly script: string;
}

type Format = (launched: Launched) => string;

/** The text for POSIX shells and for Windows batch; {@link launcherOf} selects one. */
interface Launcher {
  readonly posix: Format;
  readonly win32: Format;
}

/**
 * The launcher of the command line. An update may remove the runtime of the last version; then the
 * launcher uses any `node` on the PATH. It clears NODE_OPTIONS, which is meant for other programs.
 */
export const COMMAND_LINE_LAUNCHER: Launcher = {
  posix: ({ runtime, script }) => {
    const program = quoteForShell(runtime);
    const file = quoteForShell(script);
    return `#!/bin/sh
unset NODE_OPTIONS
if [ -x ${program} ]; then
  ELECTRON_RUN_AS_NODE=1 exec ${program} ${file} "$@"
elif command -v node >/dev/null 2>&1; then
  exec node ${file} "$@"
fi
echo '${NO_RUNTIME}' >&2
exit 3
`;
  },
  // Uses `goto`: inside a parenthesised block, a parenthesis in an argument would end the block.
  win32: ({ runtime, script }) =>
    joinBatch([
      'setlocal',
      'set ELECTRON_RUN_AS_NODE=1',
      'set NODE_OPTIONS=',
      `if exist ${quoteForBatch(runtime)} goto own`,
      'where node >nul 2>&1',
      'if errorlevel 1 goto none',
      `node ${quoteForBatch(script)} %*`,
      'exit /b %ERRORLEVEL%',
      ':own',
      `${quoteForBatch(runtime)} ${quoteForBatch(script)} %*`,
      'exit /b %ERRORLEVEL%',
      ':none',
      `echo ${NO_RUNTIME} 1>&2`,
      'exit /b 3',
    ]),
};

const NO_RUNTIME =
  'agent-terminals: neither VS Code nor Node was found; open a window of VS Code, or install Node.';

/**
 * The launcher of the hook program. It prints nothing and always succeeds, because an agent treats
 * a hook's output and failure as its own. If the runtime or the script is missing it still reads
 * its input, because the agent's write would fail otherwise.
 */
export const HOOK_LAUNCHER: Launcher = {
  posix: ({ runtime, script }) => {
    const program = quoteForShell(runtime);
    const file = quoteForShell(script);
    return `#!/bin/sh
unset NODE_OPTIONS NODE_EXTRA_CA_CERTS
if [ -x ${program} ] && [ -f ${file} ]; then
  ELECTRON_RUN_AS_NODE=1 ${program} ${file} "$@" >/dev/null 2>&1
else
  cat >/dev/null 2>&1
fi
exit 0
`;
  },
  win32: ({ runtime, script }) =>
    joinBatch([
      'setlocal',
      'set ELECTRON_RUN_AS_NODE=1',
      'set NODE_OPTIONS=',
      'set NODE_EXTRA_CA_CERTS=',
      `${quoteForBatch(runtime)} ${quoteForBatch(script)} %* >nul 2>&1`,
      'exit /b 0',
    ]),
};

export function launcherOf(launcher: Launcher, platform: NodeJS.Platform): Format {
  return platform === 'win32' ? launcher.win32 : launcher.posix;
}

function joinBatch(lines: readonly string[]): string {
  return ['@echo off', ...lines, ''].join('\r\n');
}

/**
 * In a batch file a percent sign starts a variable. Windows paths cannot contain quotation marks.
 */
function quoteForBatch(path: string): string {
  return `"${path.replaceAll('%', '%%')}"`;
}
