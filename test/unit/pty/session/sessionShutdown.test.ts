import assert from 'node:assert/strict';
import { describeSessions, specOf } from '../../../support/pty/useSessionManager';

describeSessions('SessionManager, at shutdown', (fixture) => {
  const { arrived, processOf, rejects, settle } = fixture;

  it('rejects a new session', async () => {
    await fixture.manager.shutdown(3000);
    await rejects(fixture.manager.create(specOf('a')), 'ILLEGAL_STATE');
  });

  if (fixture.backendKind === 'window') {
    // A session host keeps sessions at shutdown.
    it('completes in time even if a program never ends', async () => {
      fixture.endProgram = () => new Promise(() => {});
      await fixture.manager.create(specOf('a'));
      const done = fixture.manager.shutdown(3000);
      await settle();
      fixture.clock.advance(3000);
      await done;
      await arrived();
      assert.deepEqual(fixture.manager.list(), []);
    });

    for (const isStuck of [false, true]) {
      const until = isStuck ? 'waits half a second at most' : 'waits';
      it(`${until} until a program that outlives its window has received its input`, async () => {
        await fixture.manager.create(specOf('a'));
        const received = processOf(0).outlive();
        const done = fixture.manager.shutdown(3000);
        await settle();
        assert.deepEqual(fixture.ended, []);
        if (isStuck) {
          fixture.clock.advance(499);
          await settle();
          assert.deepEqual(fixture.ended, []);
          fixture.clock.advance(1);
        } else {
          received();
        }
        await done;
        assert.deepEqual(fixture.ended, [1000]);
      });
    }

    it('ends no program that ended during that wait', async () => {
      await fixture.manager.create(specOf('a'));
      processOf(0).outlive();
      const done = fixture.manager.shutdown(3000);
      await settle();
      processOf(0).end();
      await settle();
      fixture.clock.advance(500);
      await done;
      assert.deepEqual(fixture.ended, []);
    });

    it('does not wait in this way when a session is killed before', async () => {
      await fixture.manager.create(specOf('a'));
      processOf(0).outlive();
      const killed = fixture.manager.find('a')?.kill();
      await settle();
      assert.deepEqual(fixture.ended, [1000]);
      fixture.clock.advance(500);
      await killed;
    });
  }

  const isEnded = fixture.backendKind === 'window';
  it(`${isEnded ? 'ends' : 'leaves'} every session`, async () => {
    await fixture.manager.create(specOf('a'));
    await fixture.manager.create(specOf('b'));
    await fixture.manager.shutdown(3000);
    await arrived();
    assert.deepEqual([fixture.ended, fixture.manager.list()], [isEnded ? [1000, 1001] : [], []]);
    assert.equal(fixture.own.list().length, isEnded ? 0 : 2);
  });
});
