import { join } from 'node:path';
import { isRecord } from '../base/isRecord';
import { tryParseJson } from '../base/parseJson';
import { isSocketPath } from './windowEntry';

/**
 * A session's file, `hooks/<ptyId>.json` in the extension's home. It has the address of the window
 * that the session belongs to now: its environment has the one from its start.
 */
export interface SessionFile {
  /** The process of the window. */
  readonly pid: number;
  /** Where the window listens, or the last one that had the session. Undefined in version 0.1.0. */
  readonly socket: string | undefined;
  /** Valid for the session's hook events. */
  readonly token: string;
  /** Valid for the sessions of its folder, if the session may drive them. */
  readonly driveToken: string | undefined;
  /** The path that is forwarded to the session's remote machine; for its hook events alone. */
  readonly forward: string | undefined;
}

/** The id becomes part of a file name. */
const PLAIN_NAME = /^[\w-]+$/;

/** Undefined for an id that cannot be one. */
export function sessionFilePath(home: string, ptyId: string): string | undefined {
  return PLAIN_NAME.test(ptyId) ? join(home, 'hooks', `${ptyId}.json`) : undefined;
}

/** Undefined for a file that is invalid or of another form. */
export function parseSessionFile(text: string): SessionFile | undefined {
  const value = tryParseJson(text);
  if (!isRecord(value) || typeof value['token'] !== 'string' || value['token'] === '') {
    return undefined;
  }
  const { pid, socket, token, driveToken, forward } = value;
  return {
    pid: typeof pid === 'number' ? pid : 0,
    socket: isSocketPath(socket) ? socket : undefined,
    token,
    driveToken: typeof driveToken === 'string' ? driveToken : undefined,
    forward: isSocketPath(forward) ? forward : undefined,
  };
}
