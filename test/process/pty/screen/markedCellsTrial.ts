import { systemClock } from '../../../../src/base/clock';
import { MAX_SCREEN_BYTES } from '../../../../src/pty/limits';
import { ENGINES, type EngineName } from '../../../../src/pty/screen/createEngine';
import type { CreateEngine } from '../../../../src/pty/screen/screenEngine';
import { createScreen } from '../../../support/pty/screens';

const COLS = 400;
const ROWS = 400;
const MARKED = 'e' + '\u0301'.repeat(32);

/** Writes marked cells to a screen with an engine and prints what it keeps as JSON. */
async function trial(createEngine: CreateEngine): Promise<void> {
  const options = { clock: systemClock, scrollback: 10_000, createEngine };
  const screen = createScreen({ cols: COLS, rows: 50 }, options);
  const row = Buffer.from(`${MARKED.repeat(COLS)}\r\n`);
  let most = 0;
  for (let count = 0; count < ROWS; count++) {
    screen.write(row);
    if (count % 50 === 0) {
      await screen.visible();
      most = Math.max(most, screen.bytes);
    }
  }
  screen.write(Buffer.from('the end'));
  const lines = (await screen.text({ scrollback: 10_000 })).split('\n');
  const kept = {
    isLimited: Math.max(most, screen.bytes) <= MAX_SCREEN_BYTES,
    isExplained: lines[0]?.startsWith('[Agent Terminals: older rows were removed') === true,
    hasLast: lines.at(-1) === 'the end',
  };
  screen.dispose();
  process.stdout.write(JSON.stringify(kept));
}

void trial(ENGINES[process.argv[2] as EngineName]);
