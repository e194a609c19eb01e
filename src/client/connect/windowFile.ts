import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';

/** A window's API, as the window says it in its file of `~/.agent-terminals/windows`. */
export interface WindowFile {
  readonly pid: number;
  /** When that process was started, in the words of its system: another one may have its number. */
  readonly startTime: string | undefined;
  readonly hostname: string;
  readonly url: string;
  /** Good for all sessions of the window. */
  readonly token: string;
  readonly folders: readonly string[];
}

/** Undefined for what is no window's file, or is not all written yet. */
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

/** A token is told to this machine alone. */
function isLoopback(url: unknown): url is string {
  return typeof url === 'string' && /^http:\/\/127\.0\.0\.1:\d{1,5}\/?$/.test(url);
}

function pathOf(folder: unknown): readonly string[] {
  return isRecord(folder) && typeof folder['path'] === 'string' ? [folder['path']] : [];
}
