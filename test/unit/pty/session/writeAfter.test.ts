import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { requireSession } from '../../../../src/pty/sessionBackend';
import type { VisibleScreen } from '../../../../src/pty/sessionService';
import { seededRandom } from '../../../support/pty/hostileOutput';
import { describeSessions, specOf } from '../../../support/pty/useSessionManager';

const SEEDS = 20;
const STEPS = 30;

describeSessions('writeAfter', (fixture) => {
  const { arrived, processOf } = fixture;

  it('writes exactly if the session has no output after the screen that was read', async () => {
    const { manager } = fixture;
    await manager.create(specOf('a'));
    // A session begins with output of its own.
    let { output: printed = 0 } = await requireSession(manager, 'a').screen();
    const print = (): void => processOf(0).print(`\r\n${++printed}`);
    print();
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = seededRandom(seed);
      let last = numberOf(await requireSession(manager, 'a').screen());
      for (let step = 0; step < STEPS; step++) {
        switch (random(4)) {
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
        }
      }
    }
  });

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
