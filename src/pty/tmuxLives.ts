import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTmuxFacts, type TmuxFacts } from './tmuxFacts';
import { TMUX_FILES } from './tmuxFiles';
import { getTmuxSessionName, type TmuxPlace } from './tmuxLine';

/** One life of a session, as its directory tells it. */
export interface TmuxLife {
  readonly name: string;
  readonly life: string;
  readonly directory: string;
  /** Where its server is: whoever looks may have another `TMUX_TMPDIR`. */
  readonly place: TmuxPlace;
  /** Undefined where they are damaged. */
  readonly facts: TmuxFacts | undefined;
}

/** All lives that have files. Never rejects. */
export async function listTmuxLives(place: TmuxPlace): Promise<readonly TmuxLife[]> {
  const files = await readdir(place.directory).catch(() => []);
  return Promise.all(files.map((file) => readLife(place, file)));
}

async function readLife(place: TmuxPlace, file: string): Promise<TmuxLife> {
  const at = file.lastIndexOf('.');
  const name = file.slice(0, at);
  const directory = join(place.directory, file);
  const text = await readFile(join(directory, TMUX_FILES.facts), 'utf8').catch(() => '');
  const told = parseTmuxFacts(text);
  const facts = told && getTmuxSessionName(told.id) === name ? told : undefined;
  return { name, life: file.slice(at + 1), directory, facts, place: placeOf(place, facts) };
}

function placeOf(place: TmuxPlace, facts: TmuxFacts | undefined): TmuxPlace {
  if (facts?.socketsIn === undefined) {
    return place;
  }
  const others = Object.entries(place.env).filter(([name]) => name !== 'TMUX_TMPDIR');
  const own = facts.socketsIn === null ? {} : { TMUX_TMPDIR: facts.socketsIn };
  return { ...place, env: { ...Object.fromEntries(others), ...own } };
}
