import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOMS } from '../../eslint.rooms.mjs';

/** The rooms that work without VS Code, except the one file of `config` that reads its settings. */
export const WITHOUT_VSCODE = Object.keys(ROOMS).filter(
  (room) => !['views', 'commands', 'main', 'cli', 'client'].includes(room),
);

/** The paths of all source files of a room. */
export function listSources(room: string): readonly string[] {
  const directory = resolve('src', room);
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(directory, name));
}
