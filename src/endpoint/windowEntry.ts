import { join } from 'node:path';
import { isRecord } from '../base/isRecord';
import { tryParseJson } from '../base/parseJson';

/**
 * A window's file in {@link windowsDirectory}, from which programs get the address and tokens of its
 * API. The names are public.
 */
export interface WindowEntry {
  readonly pid: number;
  /**
   * When the process started, see `readStartTime`; distinguishes it from a later process with the
   * same pid. Undefined if it is not known.
   */
  readonly startTime: string | undefined;
  readonly hostname: string;
  /** The path of the socket at which the window listens, or of a pipe on Windows. */
  readonly socket: string;
  /** The address on 127.0.0.1 while the person has opened one. */
  readonly url?: string | undefined;
  /** Gives access to all sessions of the window. */
  readonly token: string;
  readonly version: string;
  /** The workspace folders, each with a token for its sessions. */
  readonly folders: readonly WindowFolder[];
}

interface WindowFolder {
  readonly path: string;
  readonly token: string;
}

/** @param home The extension's directory in the person's home: `~/.agent-terminals`. */
export function windowsDirectory(home: string): string {
  return join(home, 'windows');
}

/** Parses a window's file; undefined if it is invalid or not of this version's form. */
export function parseWindowEntry(text: string): WindowEntry | undefined {
  const value = tryParseJson(text);
  if (!isRecord(value)) {
    return undefined;
  }
  const { pid, startTime, hostname, socket, token, version, folders } = value;
  if (!isPid(pid) || !isText(hostname) || !isText(token) || !isSocketPath(socket)) {
    return undefined;
  }
  if (!Array.isArray(folders)) {
    return undefined;
  }
  return {
    pid,
    startTime: isText(startTime) ? startTime : undefined,
    hostname,
    socket,
    token,
    version: isText(version) ? version : '',
    folders: folders.flatMap(parseFolder),
  };
}

/** A program connects to sockets and pipes of this machine only. */
export function isSocketPath(value: unknown, platform = process.platform): value is string {
  return isText(value) && value.startsWith(platform === 'win32' ? '\\\\.\\pipe\\' : '/');
}

function parseFolder(folder: unknown): readonly WindowFolder[] {
  const { path, token } = isRecord(folder) ? folder : {};
  return isText(path) ? [{ path, token: isText(token) ? token : '' }] : [];
}

function isPid(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
