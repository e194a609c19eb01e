import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../../src/base/clock';
import { ProcessScreens } from '../../../src/pty/screen/processScreens';
import type { Dimensions } from '../../../src/pty/ptyProcess';
import {
  createEngine as createSelected,
  ENGINES,
  type EngineName,
} from '../../../src/pty/screen/createEngine';
import { Screen } from '../../../src/pty/screen/screen';
import type { CreateEngine, EngineOffer } from '../../../src/pty/screen/screenEngine';
import { ScreenScheduler } from '../../../src/pty/screen/screenScheduler';
import type { TerminalLook } from '../../../src/pty/terminalLook';
import { ManualClock } from '../manualClock';

const STREAMS = path.join(__dirname, '../../fixtures/streams');

/** The size at which the streams were recorded. */
export const STREAM_SIZE: Dimensions = { cols: 120, rows: 40 };

export function createScreen(
  dimensions: Dimensions = { cols: 80, rows: 24 },
  {
    scrollback = 1000,
    clock = new ManualClock(),
    screens = new ProcessScreens(),
    scheduler = new ScreenScheduler(),
    worker,
    look,
    createEngine = createSelected,
  }: {
    scrollback?: number;
    clock?: Clock;
    screens?: ProcessScreens;
    scheduler?: ScreenScheduler;
    worker?: EngineOffer | undefined;
    look?: () => TerminalLook;
    createEngine?: CreateEngine;
  } = {},
): Screen {
  return new Screen(
    { clock, scheduler, screens, worker, look, createEngine },
    { dimensions, scrollback },
  );
}

/** Describes screens with each engine. */
export function describeEngines(name: string, describeThem: (engine: EngineName) => void): void {
  for (const engine of Object.keys(ENGINES) as EngineName[]) {
    describe(`${name} (engine ${engine})`, () => describeThem(engine));
  }
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
