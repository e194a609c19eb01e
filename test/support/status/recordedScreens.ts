import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseScreenCase, type ScreenCase } from '../../../src/status/screens/screenCase';

const DIRECTORY = join(__dirname, '../../fixtures/screens');

/** The screen that was recorded as the file `name`. */
export function readRecordedScreen(name: string): ScreenCase {
  return parseScreenCase(readFileSync(join(DIRECTORY, name), 'utf8'));
}

/** The files of all recorded screens. */
export function listRecordedScreens(): readonly string[] {
  return readdirSync(DIRECTORY).sort();
}
