import { win32 } from 'node:path';
import { toMessage } from '../base/errors';
import type { RunTool } from './processTable';
import type { Survivor } from './terminate';

/** What `taskkill` ends with where there is no such process. */
const NOT_FOUND = 128;

/** Ends a program and all that it started, on Windows, where programs know no signals. */
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
    return isNotFound(error) ? [] : [{ pid, command: toMessage(error) }];
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === NOT_FOUND;
}
