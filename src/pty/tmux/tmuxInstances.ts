import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../../base/isErrno';
import { parseTmuxFacts, type TmuxFacts } from './tmuxFacts';
import { TMUX_FILES } from './tmuxFileNames';
import { getTmuxSessionName, type TmuxServerConfig } from './tmuxLine';

/** One instance of a session, as read from its directory. */
export interface TmuxInstance {
  readonly name: string;
  readonly instanceId: string;
  readonly directory: string;
  /** Undefined if the file is damaged. */
  readonly facts: TmuxFacts | undefined;
}

/** Lists all instances that have files; undefined if the directory cannot be read. Never rejects. */
export async function listTmuxInstances(
  parent: string,
): Promise<readonly TmuxInstance[] | undefined> {
  try {
    const files = await readdir(parent);
    return await Promise.all(files.map((file) => readInstance(parent, file)));
  } catch (error) {
    return isErrno(error, 'ENOENT') ? [] : undefined;
  }
}

/** The configuration for an instance's server. The current window may have another `TMUX_TMPDIR`. */
export function serverOfInstance(
  server: TmuxServerConfig,
  { facts }: Pick<TmuxInstance, 'facts'>,
): TmuxServerConfig {
  if (facts?.socketsIn === undefined) {
    return server;
  }
  const others = Object.entries(server.env).filter(([name]) => name !== 'TMUX_TMPDIR');
  const own = facts.socketsIn === null ? {} : { TMUX_TMPDIR: facts.socketsIn };
  return { ...server, env: { ...Object.fromEntries(others), ...own } };
}

async function readInstance(parent: string, file: string): Promise<TmuxInstance> {
  const at = file.lastIndexOf('.');
  const name = file.slice(0, at);
  const directory = join(parent, file);
  const text = await readFile(join(directory, TMUX_FILES.facts), 'utf8').catch(() => '');
  const parsed = parseTmuxFacts(text);
  const facts = parsed && getTmuxSessionName(parsed.id) === name ? parsed : undefined;
  return { name, instanceId: file.slice(at + 1), directory, facts };
}
