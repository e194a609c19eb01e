import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { nullLogger } from '../../../../../src/base/logger';
import { WORKER_SILENCE } from '../../../../../src/pty/limits';
import { threadStarter } from '../../../../../src/pty/screen/worker/screenThread';
import { ManualClock } from '../../../../support/manualClock';
import { createScreen } from '../../../../support/pty/screens';
import { useScreenWorkers } from '../../../../support/pty/useScreenWorkers';
import { waitFor } from '../../../../support/waitFor';
import { DEFECTS, withDefects, type Defect } from '../../../../support/workerDefects.mjs';

const run = promisify(execFile);
const TRIAL = path.join(__dirname, 'screenThreadTrial.ts');

/** Enough for a worker with one small screen, and soon full. */
const HEAP_BYTES = 64 * 1024 * 1024;

describe('screens in a thread', function () {
  this.timeout(60_000);
  const workers = useScreenWorkers();

  for (const defect of DEFECTS) {
    it(`continue in a new one, which the process survives, after the defect "${defect}"`, async () => {
      const program = `${workers.program}.${defect}.js`;
      writeFileSync(program, withDefects(workers.program));
      const clock = new ManualClock();
      const log: string[] = [];
      const begun: Defect[] = [];
      let failLast: (() => void) | undefined;
      const screens = workers.create({
        clock,
        logger: { ...nullLogger, warn: (message) => void log.push(String(message)) },
        startThread: (events) => {
          const thread = threadStarter(
            program,
            HEAP_BYTES,
          )({
            handleEnd: (reason) => events.handleEnd(reason),
            handleGone: () => events.handleGone(),
            handleReply: (reply) => {
              const { defect: reached } = reply as { readonly defect?: Defect };
              if (reached) {
                begun.push(reached);
              } else {
                events.handleReply(reply);
              }
            },
          });
          failLast ??= () => thread.post({ defect } as never, []);
          return thread;
        },
      });
      const screen = createScreen(undefined, { screens });
      let losses = 0;
      screen.onLost(() => losses++);
      screen.write(Buffer.from('before'));
      assert.equal(await screen.text(), 'before');
      failLast?.();
      const pending = screen.text();
      pending.catch(() => undefined);
      await waitFor(() => begun.length + losses > 0, { limitMs: 20_000, what: 'the defect' });
      if (defect === 'hang') {
        clock.advance(WORKER_SILENCE.ms * WORKER_SILENCE.times);
      }
      await assert.rejects(pending, { code: 'ILLEGAL_STATE' });
      screen.write(Buffer.from('after'));
      assert.equal(await screen.text(), 'after');
      assert.deepEqual([losses, log.length], [1, 1]);
    });
  }

  it('are held in this one if the program of the worker is missing, which is logged once', async () => {
    const log: string[] = [];
    const screens = workers.create({
      startThread: threadStarter('/nowhere/screenWorker.js'),
      logger: { ...nullLogger, warn: (message) => void log.push(String(message)) },
    });
    const screen = createScreen(undefined, { screens });
    screen.write(Buffer.from('text'));
    assert.equal(await screen.text(), 'text');
    assert.equal(log.length, 1);
    assert.match(log[0] ?? '', /without a worker from now on: .*Cannot find module/);
  });

  describe('of a process of its own', () => {
    const trial = (options: readonly string[], before: readonly string[] = []) => {
      const [file = process.execPath, ...args] = [
        ...before,
        ...[process.execPath, '--import=tsx', TRIAL, workers.program, ...options],
      ];
      return run(file, args);
    };

    it('let the process end by itself', async () => {
      assert.equal((await trial(['4'])).stdout, 'first row');
    });

    it('let the process exit at once while 50 MB wait', async () => {
      await assert.rejects(trial(['50', 'exit']), (error: unknown) => {
        const { code, stdout, stderr } = error as Readonly<Record<string, unknown>>;
        assert.deepEqual([code, stdout, stderr], [3, '', '']);
        return true;
      });
    });

    it('are parsed on a machine with one core', async function () {
      if (!existsSync('/usr/bin/taskset')) {
        this.skip();
      }
      assert.equal((await trial(['4'], ['/usr/bin/taskset', '-c', '0'])).stdout, 'first row');
    });
  });
});
