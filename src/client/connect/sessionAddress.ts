import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';

/** A session, as described by its environment. */
interface OwnSession {
  readonly ptyId: string;
  readonly token: string;
}

/** The id becomes part of a file name. */
const PLAIN_NAME = /^[\w-]+$/;

/**
 * The current address of the window that drives a session, from the session's file in `hooks`. The
 * environment of a session that outlived its window has the former address. Undefined if the file
 * is missing or has another token.
 */
export async function readSessionAddress(
  home: string,
  { ptyId, token }: OwnSession,
): Promise<string | undefined> {
  if (!PLAIN_NAME.test(ptyId)) {
    return undefined;
  }
  const text = await readFile(join(home, 'hooks', `${ptyId}.json`), 'utf8').catch(() => '');
  const entry = tryParseJson(text);
  const isOwn = isRecord(entry) && entry['token'] === token;
  return isOwn && isPort(entry['port']) ? `http://127.0.0.1:${entry['port']}` : undefined;
}

function isPort(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;
}
