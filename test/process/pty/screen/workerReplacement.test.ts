import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { WORKER_SILENCE } from '../../../../src/pty/limits';
import { threadStarter } from '../../../../src/pty/screen/worker/workerThread';
import { ManualClock } from '../../../support/manualClock';
import { createScreen, recordedStreams } from '../../../support/pty/screens';
import { assertUnnoticed } from '../../../support/pty/replacedWorkers';
import { useScreenWorkers } from '../../../support/pty/useScreenWorkers';
import { BACKENDS } from '../../../support/pty/useSessionManager';
import { stressSize } from '../../../support/stress';
import { waitFor } from '../../../support/waitFor';

/** Enough for a worker with one small screen. */
const HEAP_BYTES = 64 * 1024 * 1024;

const TIMES = stressSize({ short: 8, long: 100 });

/** A worker that starts and is then busy for ever, unlike the others that hang, which wait. */
const HUNG = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', () => { for (;;); });
parentPort.postMessage({ kind: 'ready' });`;

/**
 * A worker that starts and then fills its heap with small objects. One large allocation, such as that of
 * a growing array, would abort the process (nodejs/node#65019).
 */
const HUNGRY = `const { parentPort } = require('node:worker_threads');
let kept;
let count = 0;
parentPort.on('message', () => { for (;;) kept = { kept, text: String(count++) }; });
parentPort.postMessage({ kind: 'ready' });`;

describe('a worker that fails', function () {
  this.timeout(60_000 + TIMES * 12_000);
  const workers = useScreenWorkers();

  for (const backendKind of BACKENDS) {
    it(`is not noticed by sessions in the ${backendKind}, ${TIMES} times`, async () => {
      const streams = recordedStreams().map(({ bytes }) => bytes);
      await assertUnnoticed({ program: workers.program, backendKind, streams, times: TIMES });
    });
  }

  it('is replaced if it hangs', async () => {
    const clock = new ManualClock();
    const program = `${workers.program}.hung.js`;
    writeFileSync(program, HUNG);
    let starts = 0;
    let isReady = false;
    const failing = workers.create({
      clock,
      startThread: (events) => {
        starts++;
        return threadStarter(starts === 1 ? program : workers.program)({
          handleEnd: (end) => events.handleEnd(end),
          handleGone: () => events.handleGone(),
          handleReply: (reply) => {
            isReady ||= reply.kind === 'ready';
            events.handleReply(reply);
          },
        });
      },
    });
    const open = failing.open.bind(failing);
    const screen = createScreen(undefined, { worker: { floodBytes: 0, open } });
    screen.write(Buffer.from('text'));
    const text = screen.text();
    await waitFor(() => isReady, { limitMs: 20_000, what: 'the worker' });
    clock.advance(WORKER_SILENCE.ms * WORKER_SILENCE.times);
    assert.equal(await text, 'text');
    assert.equal(starts, 2);
    screen.dispose();
  });

  it('is replaced if its heap reaches the limit, which the process survives', async () => {
    const program = `${workers.program}.hungry.js`;
    writeFileSync(program, HUNGRY);
    const ends: string[] = [];
    const failing = workers.create({
      // On a busy machine it takes long to fill the heap, which must not count as a hang.
      clock: new ManualClock(),
      startThread: (events) =>
        threadStarter(ends.length === 0 ? program : workers.program, { heapBytes: HEAP_BYTES })({
          handleEnd: (end) => {
            ends.push(end.kind);
            events.handleEnd(end);
          },
          handleGone: () => events.handleGone(),
          handleReply: (reply) => events.handleReply(reply),
        }),
    });
    const screen = createScreen(undefined, {
      worker: { floodBytes: 0, open: (options) => failing.open(options) },
    });
    screen.write(Buffer.from('text'));
    assert.equal(await screen.text(), 'text');
    assert.deepEqual(ends, ['full']);
    screen.dispose();
  });
});
