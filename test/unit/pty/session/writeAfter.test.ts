import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nullLogger } from '../../../../src/base/logger';
import { WORKER_ENDS } from '../../../../src/pty/limits';
import { ScreenWorkers } from '../../../../src/pty/screen/worker/screenWorkers';
import type { SessionManagerDeps } from '../../../../src/pty/session/sessionManager';
import { requireSession } from '../../../../src/pty/sessionBackend';
import type { VisibleScreen } from '../../../../src/pty/sessionService';
import { ManualClock } from '../../../support/manualClock';
import { FakeThreads } from '../../../support/pty/fakeThreads';
import { seededRandom, type Random } from '../../../support/pty/hostileOutput';
import {
  describeSessions,
  specOf,
  type SessionManagerFixture,
} from '../../../support/pty/useSessionManager';

const SEEDS = 20;
const STEPS = 30;

class EagerWorkers extends ScreenWorkers {
  override readonly floodBytes = 0;
}

/** Workers that parse all output in the thread of the test. */
class EndingWorkers {
  threads = new FakeThreads();
  /** How many workers have ended. */
  ends = 0;
  private clock = new ManualClock();

  create(): NonNullable<SessionManagerDeps['screenWorkers']> {
    this.threads = new FakeThreads();
    this.clock = new ManualClock();
    this.ends = 0;
    return new EagerWorkers({
      clock: this.clock,
      logger: nullLogger,
      startThread: this.threads.start,
      mode: () => 'auto',
    });
  }

  /** How often the workers were called by this method. */
  count(method: string): number {
    return this.threads.started.flatMap(({ methods }) => methods).filter((one) => one === method)
      .length;
  }

  /** Ends the worker before one of its next answers, so that its calls are repeated in the next one. */
  replace(random: Random): void {
    let answers = random(5);
    this.threads.beforeReply = (reply, thread) => {
      if (reply.kind === 'value' && answers-- === 0) {
        // Earlier ends no longer count.
        this.clock.sleep(WORKER_ENDS.ms);
        this.ends++;
        thread.end();
      }
    };
  }
}

describeSessions('writeAfter', (fixture) => {
  const { arrived, processOf } = fixture;

  it('writes exactly if the session has no output after the screen that was read', () =>
    assertExact(fixture));

  it('does not write if there is output while the screen is read', async () => {
    const { manager } = fixture;
    await manager.create(specOf('a'));
    const read = requireSession(manager, 'a').screen();
    await arrived();
    processOf(0).print('text');
    const { output = 0 } = await read;
    assert.equal(await requireSession(manager, 'a').writeAfter(output, 'y'), false);
  });
});

describeSessions('writeAfter with screens in a worker', (fixture) => {
  const workers = useWorkers(fixture);

  it('writes exactly if the session has no output after the screen that was read', async () => {
    await assertExact(fixture);
    assert.equal(workers.threads.started.length, 1);
    assert.ok(workers.count('visible') >= SEEDS, 'the screen is read in the worker');
  });

  it('does so if the worker is replaced at any time', async () => {
    await assertExact(fixture, (random) => workers.replace(random));
    assert.equal(workers.threads.started.length, workers.ends + 1);
    assert.ok(workers.ends >= SEEDS, `${workers.ends} ends`);
    assert.ok(workers.count('visible') >= SEEDS, 'the screen is read in the workers');
  });
});

function useWorkers(fixture: SessionManagerFixture): EndingWorkers {
  const workers = new EndingWorkers();
  fixture.createWorkers = () => workers.create();
  return workers;
}

/**
 * Asserts for random output, reads and writes that each read returns the number of the last output on its screen,
 * and that keys for a read are written exactly if no output came after it.
 * @param disturb called between them
 */
async function assertExact(
  { arrived, manager, processOf }: SessionManagerFixture,
  disturb: (random: Random) => void = () => undefined,
): Promise<void> {
  await manager.create(specOf('a'));
  // A session begins with output of its own.
  let { output: printed = 0 } = await requireSession(manager, 'a').screen();
  const print = (): void => processOf(0).print(`\r\n${++printed}`);
  print();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = seededRandom(seed);
    let last = numberOf(await requireSession(manager, 'a').screen());
    for (let step = 0; step < STEPS; step++) {
      switch (random(5)) {
        case 0:
          print();
          break;
        case 1:
          last = numberOf(await requireSession(manager, 'a').screen());
          assert.equal(last, printed, `seed ${seed}`);
          break;
        case 2: {
          const read = requireSession(manager, 'a').screen();
          await turns(random(12));
          print();
          last = numberOf(await read);
          break;
        }
        case 3: {
          const before = processOf(0).written;
          const isLast = last === printed;
          assert.equal(
            await requireSession(manager, 'a').writeAfter(last, 'y'),
            isLast,
            `seed ${seed}`,
          );
          await arrived();
          assert.equal(processOf(0).written, isLast ? `${before}y` : before, `seed ${seed}`);
          break;
        }
        case 4:
          disturb(random);
          break;
      }
    }
  }
}

/** The number of a screen's last output, which the screen shows. */
function numberOf({ output = 0, rows }: VisibleScreen): number {
  assert.equal(
    rows.findLast((row) => row !== ''),
    String(output),
  );
  return output;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    await nextTurn();
  }
}
