import { win32 } from 'node:path';
import { toMessage } from '../../base/errors';
import { ToolError, type RunTool } from './runTool';
import type { Survivor } from './terminate';

/** The exit code of `taskkill` if the process does not exist. */
const NOT_FOUND = 128;

/** Ends a program and its descendants on Windows, which has no signals. */
export async function taskkill(
  run: RunTool,
  pid: number,
  systemRoot: string,
): Promise<readonly Survivor[]> {
  const file = win32.join(systemRoot, 'System32', 'taskkill.exe');
  try {
    await run(file, ['/T', '/F', '/PID', String(pid)]);
    return [];
  } catch (error) {
    const isGone = error instanceof ToolError && error.code === NOT_FOUND;
    return isGone ? [] : [{ pid, command: toMessage(error) }];
  }
}
