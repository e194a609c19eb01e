import type { RunCommand } from './runCommand';

/** Runs a tool of the system and gives its output; rejects with a {@link ToolError}. */
export type RunTool = (file: string, args: readonly string[]) => Promise<string>;

/** A tool that failed, could not be started, or did not come to its end. */
export class ToolError extends Error {
  override readonly name = 'ToolError';

  constructor(
    message: string,
    /** What it ended with, if it did so by itself. */
    readonly code: number | null,
  ) {
    super(message);
  }
}

/** Of a busy machine's process list. */
const TOOL_OUTPUT_BYTES = 32 * 1024 * 1024;
const TOOL_LIMIT_MS = 3000;

/** Tools by `run`, in the C locale, whose notation of dates is the same everywhere. */
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
