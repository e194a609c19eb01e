import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';

/** A window's API, as described by its file in `~/.agent-terminals/windows`. */
export interface WindowFile {
  readonly pid: number;
  /** When the process started, in a format of the system; a later process may have the same id. */
  readonly startTime: string | undefined;
  readonly hostname: string;
  readonly url: string;
  /** Gives access to all sessions of the window. */
  readonly token: string;
  readonly folders: readonly string[];
}

/** Parses a window's file; undefined if it is invalid or not completely written yet. */
export function parseWindowFile(text: string): WindowFile | undefined {
  const value = tryParseJson(text);
  if (!isRecord(value)) {
    return undefined;
  }
  const { pid, startTime, hostname, url, token, folders } = value;
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0 || !Array.isArray(folders)) {
    return undefined;
  }
  if (typeof hostname !== 'string' || typeof token !== 'string' || !isLoopback(url)) {
    return undefined;
  }
  const started =
    typeof startTime === 'string' || typeof startTime === 'number' ? String(startTime) : undefined;
  return { pid, startTime: started, hostname, url, token, folders: folders.flatMap(pathOf) };
}

/** Tokens are sent to this machine only. */
function isLoopback(url: unknown): url is string {
  return typeof url === 'string' && /^http:\/\/127\.0\.0\.1:\d{1,5}\/?$/.test(url);
}

function pathOf(folder: unknown): readonly string[] {
  return isRecord(folder) && typeof folder['path'] === 'string' ? [folder['path']] : [];
}
