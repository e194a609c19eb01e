import type { RunCommand } from './command';

/** Runs a system tool and returns its output. Rejects with a {@link ToolError}. */
export type RunTool = (file: string, args: readonly string[]) => Promise<string>;

/** A tool that failed, could not be started, or exceeded a limit. */
export class ToolError extends Error {
  override readonly name = 'ToolError';

  constructor(
    message: string,
    /** The exit code, if the tool exited by itself. */
    readonly code: number | null,
  ) {
    super(message);
  }
}

/** Enough for the process list of a busy machine. */
const TOOL_OUTPUT_BYTES = 32 * 1024 * 1024;
const TOOL_LIMIT_MS = 3000;

/**
 * Creates a function that runs tools in the C locale, so that dates have the same format
 * everywhere.
 */
export function createRunTool(run: RunCommand): RunTool {
  return async (file, args) => {
    const result = await run({
      file,
      args,
      env: { ...process.env, LC_ALL: 'C' },
      timeoutMs: TOOL_LIMIT_MS,
      maxOutputBytes: TOOL_OUTPUT_BYTES,
    });
    if (result.kind === 'failed') {
      throw new ToolError(`${file} ${result.reason}`, null);
    }
    if (result.code !== 0) {
      const end = result.code === null ? 'was ended by a signal' : `ended with ${result.code}`;
      throw new ToolError(result.stderr.trim() || `${file} ${end}`, result.code);
    }
    return result.stdout;
  };
}
