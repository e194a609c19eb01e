import { readOwnFile } from '../../endpoint/readOwnFile';
import { parseSessionFile, sessionFilePath } from '../../endpoint/sessionFile';

/** A session, as described by its environment. */
interface OwnSession {
  readonly ptyId: string;
  readonly token: string;
}

/**
 * The socket of the window that drives a session now, from the session's file. The environment of a
 * session that outlived its window has the former one. Undefined if the file is missing or has
 * another token.
 */
export async function readSessionSocket(
  home: string,
  { ptyId, token }: OwnSession,
): Promise<string | undefined> {
  const path = sessionFilePath(home, ptyId);
  const text = path === undefined ? '' : await readOwnFile(path);
  const file = parseSessionFile(text);
  return file?.driveToken === token ? file.socket : undefined;
}
