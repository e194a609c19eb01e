import { requireSession } from '../../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dimensions } from '../../../../src/pty/ptyProcess';
import { attachTerminal, reachesState } from '../../../support/pty/attachedTerminal';
import { describeRealSessions } from '../../../support/pty/realSessions';
import { createViewer, feed, stateOf } from '../../../support/pty/terminalState';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 20_000;
const RESIZES = 100;
const LAST: Dimensions = { cols: 73, rows: 19 };

const FRAME = frameOf(LAST);

/** Writes rows until a key is typed, then draws the frame; in another size it prints that size. */
const PROGRAM = `
const flood = setInterval(() => process.stdout.write('\\x1b[31mflood\\r\\n'.repeat(300)), 2);
process.stdin.on('data', () => {
  clearInterval(flood);
  // Otherwise it has the size of the last signal, which may come after the key.
  process.stdout._refreshSize();
  const [cols, rows] = process.stdout.getWindowSize();
  const isLast = cols === ${LAST.cols} && rows === ${LAST.rows};
  process.stdout.write(isLast ? ${JSON.stringify(FRAME)} : 'size ' + cols + 'x' + rows);
});`;

describeRealSessions('sizes that change while a terminal attaches', function (fixture) {
  this.timeout(120_000);

  it('end with the last one at the program, the session and on all terminals', async () => {
    const { manager } = fixture;
    await fixture.node('a', PROGRAM);
    await fixture.shows('a', 'flood');
    const [resized, late, expected] = [createViewer(LAST), createViewer(LAST), createViewer(LAST)];
    const attaching = attachTerminal(manager, 'a', resized, { dimensions: { cols: 90, rows: 30 } });
    for (let count = 0; count < RESIZES; count++) {
      requireSession(manager, 'a').resize({ cols: 40 + count, rows: 10 + (count % 40) });
      await nextTurn();
    }
    const attachment = await attaching;
    attachment.resize(LAST);
    await waitFor(() => manager.get('a')?.dimensions.cols === LAST.cols, {
      limitMs: LIMIT_MS,
      what: 'the last size',
    });
    assert.deepEqual(manager.get('a')?.dimensions, LAST);
    attachment.write('g');
    feed(expected, FRAME);
    await reachesState(resized, stateOf(expected), 'the frame');
    await attachTerminal(manager, 'a', late);
    assert.deepEqual(stateOf(late), stateOf(expected));
    [resized, late, expected].forEach((terminal) => terminal.dispose());
  });
});

/** Rows of a size up to the last column, after a reset. */
function frameOf({ cols, rows }: Dimensions): string {
  const words = `${cols}x${rows} `.repeat(cols).slice(0, cols);
  const row = (_: unknown, index: number): string =>
    `\x1b[${index + 1};1H\x1b[3${index % 8}m${words}`;
  return `\x1bc${Array.from({ length: rows }, row).join('')}`;
}
