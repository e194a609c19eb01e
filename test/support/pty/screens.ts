import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { nullLogger } from '../../../src/base/logger';
import type { Dimensions } from '../../../src/pty/ptyProcess';
import type { Screen } from '../../../src/pty/screen/screen';
import { Screens, type ScreensDeps } from '../../../src/pty/screen/screens';
import { ManualClock } from '../manualClock';

const STREAMS = path.join(__dirname, '../../fixtures/streams');

/** The size at which the streams were recorded. */
export const STREAM_SIZE: Dimensions = { cols: 120, rows: 40 };

/** The screens of a process, in this thread unless a thread is given. */
export function createScreens(change: Partial<ScreensDeps> = {}): Screens {
  return new Screens({
    clock: new ManualClock(),
    logger: nullLogger,
    look: () => undefined,
    mode: () => 'auto',
    startThread: undefined,
    ...change,
  });
}

/** A screen; by default the only one of its process. */
export function createScreen(
  dimensions: Dimensions = { cols: 80, rows: 24 },
  { scrollback = 1000, screens = createScreens() } = {},
): Screen {
  return screens.open({ dimensions, scrollback });
}

/**
 * The output of real agents, by the name of the program.
 * @param directory contains it. A test that was bundled does not find it by itself.
 */
export function recordedStreams(
  directory = STREAMS,
): { readonly name: string; readonly bytes: Buffer }[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.raw'))
    .map((file) => ({
      name: path.parse(file).name,
      bytes: readFileSync(path.join(directory, file)),
    }));
}
