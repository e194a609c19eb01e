import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';

/** A session, by what its environment says of it. */
export interface OwnSession {
  readonly ptyId: string;
  readonly token: string;
}

/** An id is a file's name below. */
const PLAIN_NAME = /^[\w-]+$/;

/**
 * Where the window that drives a session listens by now: it keeps that in a file for each session, for
 * one that outlived its window has the former one's address in its environment. Undefined where
 * none says so with the same token.
 */
export async function readSessionAddress(
  home: string,
  { ptyId, token }: OwnSession,
): Promise<string | undefined> {
  if (!PLAIN_NAME.test(ptyId)) {
    return undefined;
  }
  const text = await readFile(join(home, 'hooks', `${ptyId}.json`), 'utf8').catch(() => '');
  const said = tryParseJson(text);
  const isOwn = isRecord(said) && said['token'] === token;
  return isOwn && isPort(said['port']) ? `http://127.0.0.1:${said['port']}` : undefined;
}

function isPort(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;
}
