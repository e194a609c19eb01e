import assert from 'node:assert/strict';
import { MAX_LINK_BYTES, MAX_SCREEN_BYTES, MOST_EXTRAS } from '../../../../src/pty/limits';
import { Emulator } from '../../../../src/pty/screen/xterm/emulator';
import { DEFAULT_LOOK } from '../../../../src/pty/terminalLook';
import { heldBytes } from '../../../support/pty/heldMemory';
import { searchWorstMemory } from '../../../support/pty/memorySearch';
import { stressSize } from '../../../support/stress';

const TRIES = stressSize({ short: 3, long: 500 });
const MB = 1024 * 1024;

/** The limit of any screen with any output, in bytes: the rows of its two buffers, and its links. */
const MOST_BYTES = (1 + MOST_EXTRAS) * MAX_SCREEN_BYTES + MAX_LINK_BYTES;

/** Rows of characters with marks. */
const MARKED_ROWS = `${'e\u0301\u0301'.repeat(400)}\r\n`.repeat(60);

describe('the memory of a screen', function () {
  this.timeout(60_000 + TRIES * 30_000);

  const FREED: readonly (readonly [
    what: string,
    cols: number,
    act: (emulator: Emulator) => void,
  ])[] = [
    ['of erased scrollback', 400, (emulator) => repeat(emulator, `${MARKED_ROWS}\x1b[3J`, 30)],
    [
      'of rows that were joined by a larger width',
      80,
      (emulator) => {
        repeat(emulator, `${'x'.repeat(400_000)}\r\n`, 2);
        emulator.resize({ cols: 1000, rows: 24 });
      },
    ],
    [
      'of columns that a smaller width removed',
      1000,
      (emulator) => {
        repeat(emulator, 'row\r\n'.repeat(500), 4);
        emulator.resize({ cols: 501, rows: 24 });
      },
    ],
  ];
  for (const [what, cols, act] of FREED) {
    it(`is freed ${what}`, async () => {
      const before = await heldBytes();
      const dimensions = { cols, rows: 24 };
      const emulator = new Emulator({ dimensions, scrollback: 10_000, look: () => DEFAULT_LOOK });
      act(emulator);
      const held = (await heldBytes()) - before;
      assert.ok(held < emulator.bytes + 2 * MB, `held ${held} bytes, counted ${emulator.bytes}`);
      emulator.dispose();
    });
  }

  const seed = Date.now() % 1e9;

  it(`is limited for any output that a search finds (seed ${seed}) [S5]`, async () => {
    const { counted, held, output } = await searchWorstMemory({ seed, tries: TRIES });
    assert.ok(counted <= MOST_BYTES, `counted ${counted} bytes`);
    assert.ok(counted > MAX_SCREEN_BYTES / 4, `the search found only ${counted} bytes`);
    assert.ok(held < 1.3 * MOST_BYTES, `held ${held} bytes for ${output}`);
  });
});

function repeat(emulator: Emulator, text: string, times: number): void {
  for (let time = 0; time < times; time++) {
    emulator.parse(Buffer.from(text));
  }
}
