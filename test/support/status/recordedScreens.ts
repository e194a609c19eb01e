import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseScreenCase, type ScreenCase } from '../../../src/status/screens/screenCase';

const DIRECTORY = join(__dirname, '../../fixtures/screens');

/** The screen that was recorded as the file `name`. */
export function readRecordedScreen(name: string): ScreenCase {
  return parseScreenCase(readFileSync(join(DIRECTORY, name), 'utf8'));
}

/** The files of all recorded screens, by their paths below the folder. */
export function listRecordedScreens(): readonly string[] {
  return readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt'))
    .map((path) => path.split(sep).join('/'))
    .sort();
}
