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

const TIMES = stressSize({ short: 20, long: 100 });

/** A worker that starts and is then busy for ever. */
const HUNG = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', () => { for (;;); });
parentPort.postMessage({ kind: 'ready' });`;

describe('a worker that fails', function () {
  this.timeout(60_000 + TIMES * 3000);
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
});
