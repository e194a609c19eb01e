import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The processes whose files are among those of the windows in a home. */
export function listWindowPids(home: string): readonly number[] {
  const directory = join(home, 'windows');
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as { pid: number })
    .map(({ pid }) => pid);
}
