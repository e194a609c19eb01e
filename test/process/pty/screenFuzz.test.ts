import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createScreen, recordedStreams, STREAM_SIZE } from '../../support/screens';
import { createViewer, feed, feedSnapshot, stateOf } from '../../support/terminalState';

/** How long the property is looked for a counterexample, in milliseconds. */
const SEARCH_MS = 8000;

/** How much of the live stream the two terminals must agree on after the cut, in bytes. */
const LATER = 20 * 1024;

describe('Screen, on recorded streams', function () {
  this.timeout(SEARCH_MS * 4);

  const streams = recordedStreams();

  it('gives a snapshot with which the rest makes any cut whole, however the output was chunked', async () => {
    const cut = fc.record({
      stream: fc.constantFrom(...streams),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      chunks: fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 20 }),
      sleeps: fc.boolean(),
    });
    const property = fc.asyncProperty(cut, async ({ stream: { bytes }, at, chunks, sleeps }) => {
      const end = Math.floor(at * bytes.length);
      const screen = createScreen(STREAM_SIZE);
      for (let start = 0, turn = 0; start < end; turn++) {
        const next = Math.min(end, start + (chunks[turn % chunks.length] ?? 1));
        screen.write(bytes.subarray(start, next));
        start = next;
      }
      if (sleeps) {
        await screen.parse();
        await screen.sleep();
      }
      const attached = createViewer(STREAM_SIZE);
      const everSince = createViewer(STREAM_SIZE);
      feedSnapshot(attached, await screen.snapshot());
      feed(everSince, bytes.subarray(0, end));
      assert.deepEqual(stateOf(attached), stateOf(everSince), 'at the cut');
      for (const terminal of [attached, everSince]) {
        feed(terminal, bytes.subarray(end, end + LATER));
      }
      assert.deepEqual(stateOf(attached), stateOf(everSince), 'later');
      [screen, attached, everSince].forEach((one) => one.dispose());
    });
    // A counterexample is printed with its seed and path, to be run again.
    await fc.assert(property, { numRuns: 100_000, interruptAfterTimeLimit: SEARCH_MS });
  });
});
