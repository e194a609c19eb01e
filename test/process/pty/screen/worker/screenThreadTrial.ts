import { systemClock } from '../../../../../src/base/clock';
import { Deferred } from '../../../../../src/base/deferred';
import { threadStarter } from '../../../../../src/pty/screen/worker/screenThread';
import { createScreen, createScreens } from '../../../../support/pty/screens';

const MB = 1024 * 1024;

/**
 * Writes `size` MB to a screen in a worker, and prints the screen's first row. Then the process ends by itself. With
 * `exit` it ends once the worker has started, and prints only what is parsed before.
 */
async function trial(program: string, size: number, end: string): Promise<void> {
  const started = new Deferred<void>();
  const startThread = threadStarter(program);
  const screens = createScreens({
    clock: systemClock,
    startThread: (events) =>
      startThread({
        handleReply: (reply) => {
          started.resolve();
          events.handleReply(reply);
        },
        handleEnd: (reason) => events.handleEnd(reason),
        handleGone: () => events.handleGone(),
      }),
  });
  const screen = createScreen(undefined, { screens });
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
  process.stdout.write(rows[0] ?? '');
  screens.dispose();
}

const [program = '', size, end = ''] = process.argv.slice(2);
void trial(program, Number(size), end);
