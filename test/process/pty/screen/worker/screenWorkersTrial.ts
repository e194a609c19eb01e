import { nullLogger } from '../../../../../src/base/logger';
import { systemClock } from '../../../../../src/base/clock';
import { Deferred } from '../../../../../src/base/deferred';
import { ScreenWorkers } from '../../../../../src/pty/screen/worker/screenWorkers';
import { threadStarter } from '../../../../../src/pty/screen/worker/workerThread';
import { createScreen } from '../../../../support/pty/screens';

const MB = 1024 * 1024;

/**
 * Writes `size` MB to a screen in a worker, and prints the screen's first row, and whether a worker has parsed it.
 * Then the process ends by itself. With `exit` it ends once the worker has started, and prints only what is parsed
 * before.
 */
async function trial(program: string, size: number, end: string): Promise<void> {
  const started = new Deferred<void>();
  let isInWorker = false;
  const startThread = threadStarter(program);
  const workers = new ScreenWorkers({
    clock: systemClock,
    logger: nullLogger,
    startThread: (events) =>
      startThread({
        handleReply: (reply) => {
          isInWorker ||= reply.kind === 'value';
          started.resolve();
          events.handleReply(reply);
        },
        handleEnd: (end) => events.handleEnd(end),
        handleGone: () => events.handleGone(),
      }),
    mode: () => 'auto',
  });
  const screen = createScreen({ cols: 80, rows: 24 }, { clock: systemClock, worker: workers });
  // In a scroll region, no output is skipped.
  screen.write(Buffer.from('\x1b[2;9rfirst row'));
  for (let written = 0; written < size * MB; written += MB) {
    screen.write(Buffer.from('\x1b[3;1Htext\r\n'.repeat(MB / 12)));
  }
  if (end === 'exit') {
    void screen.text().then(() => process.stdout.write('parsed'));
    await started.promise;
    process.exit(3);
  }
  const { rows } = await screen.visible();
  process.stdout.write(`${isInWorker ? 'in a worker' : 'inline'}: ${rows[0] ?? ''}`);
  screen.dispose();
}

const [program = '', size, end = ''] = process.argv.slice(2);
void trial(program, Number(size), end);
