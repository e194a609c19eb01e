import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { MAX_SCREEN_BYTES } from '../../../../src/pty/limits';
import { ENGINES, type EngineName } from '../../../../src/pty/screen/createEngine';
import type { Screen } from '../../../../src/pty/screen/screen';
import { heldBytes } from '../../../support/pty/heldMemory';
import { searchWorstMemory } from '../../../support/pty/memorySearch';
import { createScreen, describeEngines } from '../../../support/pty/screens';
import { stressSize } from '../../../support/stress';

const run = promisify(execFile);
const TRIES = stressSize({ short: 3, long: 500 });
const MB = 1024 * 1024;

/** What Node takes for a program of ours without a screen, and garbage; half of what the marks took. */
const HEAP_MB = 128;

/** Rows of characters with marks. */
const MARKED_ROWS = `${'e\u0301\u0301'.repeat(400)}\r\n`.repeat(60);

describe('the memory of a screen', function () {
  this.timeout(60_000 + TRIES * 30_000);

  describeEngines('as counted', testMemory);
});

function testMemory(engine: EngineName): void {
  it('stays small if all cells of 400 rows of 400 columns have 32 combining marks [S5]', async () => {
    const program = path.join(__dirname, 'markedCellsTrial.ts');
    const heap = `--max-old-space-size=${HEAP_MB}`;
    const { stdout } = await run(process.execPath, ['--import=tsx', heap, program, engine]);
    assert.deepEqual(JSON.parse(stdout), { isLimited: true, isExplained: true, hasLast: true });
  });

  const FREED: readonly (readonly [what: string, cols: number, act: (screen: Screen) => void])[] = [
    ['of erased scrollback', 400, (screen) => repeat(screen, `${MARKED_ROWS}\x1b[3J`, 30)],
    [
      'of rows that were joined by a larger width',
      80,
      (screen) => {
        repeat(screen, `${'x'.repeat(400_000)}\r\n`, 2);
        screen.resize({ cols: 1000, rows: 24 });
      },
    ],
    [
      'of columns that a smaller width removed',
      1000,
      (screen) => {
        repeat(screen, 'row\r\n'.repeat(500), 4);
        screen.resize({ cols: 501, rows: 24 });
      },
    ],
  ];
  for (const [what, cols, act] of FREED) {
    it(`is freed ${what}`, async () => {
      const before = await heldBytes();
      const screen = createScreen(
        { cols, rows: 24 },
        { scrollback: 10_000, createEngine: ENGINES[engine] },
      );
      act(screen);
      await screen.text();
      const held = (await heldBytes()) - before;
      assert.ok(held < screen.bytes + MB, `held ${held} bytes, counted ${screen.bytes}`);
      screen.dispose();
    });
  }

  const seed = Date.now() % 1e9;

  const PLACES = [
    ['inline', false],
    ['in a worker, with its journal', true],
  ] as const;
  for (const [place, isInWorker] of PLACES) {
    it(`is limited for any output that a search finds, ${place} (seed ${seed}) [S5]`, async () => {
      const search = { engine, seed, tries: TRIES, isInWorker };
      const { counted, held, output } = await searchWorstMemory(search);
      assert.ok(counted <= MAX_SCREEN_BYTES, `counted ${counted} bytes`);
      assert.ok(counted > MAX_SCREEN_BYTES / 4, `the search found only ${counted} bytes`);
      // The objects of rows are counted at less than they take in Node.
      const most = 1.5 * MAX_SCREEN_BYTES + 2 * MB;
      assert.ok(held < most, `held ${held} bytes for ${output}`);
    });
  }
}

function repeat(screen: Screen, text: string, times: number): void {
  for (let time = 0; time < times; time++) {
    screen.write(Buffer.from(text));
  }
}
