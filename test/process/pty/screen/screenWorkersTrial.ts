import { setTimeout as delay } from 'node:timers/promises';
import { nullLogger } from '../../../../src/base/logger';
import { systemClock } from '../../../../src/base/clock';
import { ScreenWorkers } from '../../../../src/pty/screen/worker/screenWorkers';
import { threadStarter } from '../../../../src/pty/screen/worker/workerThread';
import { createScreen } from '../../../support/pty/screens';

const MB = 1024 * 1024;

/**
 * Writes `size` MB to a screen in a worker, and prints what the screen shows at its first row. Then the
 * process ends by itself, or with `exit` while the worker parses.
 */
async function trial(program: string, size: number, end: string): Promise<void> {
  const workers = new ScreenWorkers({
    clock: systemClock,
    logger: nullLogger,
    startThread: threadStarter(program),
    mode: () => 'auto',
  });
  const screen = createScreen({ cols: 80, rows: 24 }, { clock: systemClock, worker: workers });
  // In a scroll region, no output is skipped.
  screen.write(Buffer.from('\x1b[2;9rfirst row'));
  for (let written = 0; written < size * MB; written += MB) {
    screen.write(Buffer.from('\x1b[3;1Htext\r\n'.repeat(MB / 12)));
  }
  if (end === 'exit') {
    void screen.text();
    await delay(100);
    process.exit(3);
  }
  const { rows } = await screen.visible();
  process.stdout.write(rows[0] ?? '');
  screen.dispose();
}

const [program = '', size, end = ''] = process.argv.slice(2);
void trial(program, Number(size), end);
