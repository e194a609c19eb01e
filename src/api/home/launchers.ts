import { quoteForShell } from '../../pty/shell/quoteForShell';

/** A program of ours: one file of JavaScript, and what runs it. */
export interface Launched {
  /** Node, or an editor that is told to be Node. */
  readonly runtime: string;
  /** The file. */
  readonly script: string;
}

type Format = (launched: Launched) => string;

/** One for shells, one for Windows; which, says {@link launcherOf}. */
interface Launcher {
  readonly posix: Format;
  readonly win32: Format;
}

/**
 * The text of a file that runs the command line. An update may take what ran the last version with
 * it; then any Node does. The person's options for Node are not for this program.
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
echo '${GONE}' >&2
exit 3
`;
  },
  // In brackets an argument with a bracket of its own would end them.
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
      `echo ${GONE} 1>&2`,
      'exit /b 3',
    ]),
};

const GONE =
  'agent-terminals: neither VS Code nor Node was found; open a window of VS Code, or install Node.';

/**
 * The same for the program that hooks run. It prints nothing and succeeds whatever happens, because an
 * agent treats a hook's output and failure as its own. Where the runtime or the script is gone it still
 * reads its input: the agent's write would fail otherwise.
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

/** In a batch file a percent sign begins a variable; no path has a quotation mark there. */
function quoteForBatch(path: string): string {
  return `"${path.replaceAll('%', '%%')}"`;
}
