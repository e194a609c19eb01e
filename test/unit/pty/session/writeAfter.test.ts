import assert from 'node:assert/strict';
import { seededRandom } from '../../../support/pty/hostileOutput';
import { describeSessions, specOf } from '../../../support/pty/useSessionManager';

describeSessions('writeAfter', (fixture) => {
  const { arrived, processOf } = fixture;

  it('writes exactly if the session has no output after the screen that was read', async () => {
    const { manager } = fixture;
    await manager.create(specOf('a'));
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      let last = (await manager.screen('a')).output ?? 0;
      let isSeen = true;
      for (let step = 0; step < 20; step++) {
        const what = random(3);
        if (what === 0) {
          processOf(0).print('text');
          isSeen = false;
        } else if (what === 1) {
          last = (await manager.screen('a')).output ?? 0;
          isSeen = true;
        } else {
          const before = processOf(0).written;
          assert.equal(await manager.writeAfter('a', last, 'y'), isSeen, `seed ${seed}`);
          await arrived();
          assert.equal(processOf(0).written, isSeen ? `${before}y` : before, `seed ${seed}`);
        }
      }
    }
  });

  it('does not write if there is output while the screen is read', async () => {
    const { manager } = fixture;
    await manager.create(specOf('a'));
    const read = manager.screen('a');
    await arrived();
    processOf(0).print('text');
    const { output = 0 } = await read;
    assert.equal(await manager.writeAfter('a', output, 'y'), false);
  });

  it('writes nothing into a session that does not exist', async () => {
    assert.equal(await fixture.manager.writeAfter('x', 0, 'y'), false);
  });
});
