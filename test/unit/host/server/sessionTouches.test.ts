import assert from 'node:assert/strict';
import { SessionTouches } from '../../../../src/host/server/sessionTouches';
import { specOf, useSessionManager } from '../../../support/pty/useSessionManager';

describe('SessionTouches', () => {
  let touches: SessionTouches;
  // Before the sessions that it listens to are disposed.
  afterEach(() => touches.dispose());
  const fixture = useSessionManager();
  let touched: string[][] = [];

  beforeEach(async () => {
    touched = [];
    touches = new SessionTouches(fixture.manager, fixture.clock);
    touches.onDidTouch((sessions) => touched.push(sessions.map(({ id }) => id)));
    await fixture.manager.create(specOf('a'));
    await fixture.manager.create(specOf('b'));
  });

  it('emits at once, then four times a second, with each session once', () => {
    for (let ms = 0; ms < 1000; ms += 10) {
      fixture.processOf(0).print('x');
      fixture.processOf(1).print('x');
      fixture.clock.advance(10);
    }
    assert.ok(touched.length >= 4 && touched.length <= 5, `${touched.length} times`);
    touched.forEach((ids) => assert.deepEqual(ids, ['a', 'b']));
  });

  it('has no timer without activity', () => {
    fixture.processOf(0).print('x');
    fixture.clock.advance(5000);
    assert.deepEqual([touched, fixture.clock.pendingTimers], [[['a']], 0]);
  });

  it('emits a session that is marked, and ignores an unknown one', () => {
    touches.mark('b');
    touches.mark('gone');
    fixture.clock.advance(0);
    assert.deepEqual(touched, [['b']]);
  });

  it('emits nothing for a session that is gone', async () => {
    fixture.processOf(0).print('x');
    await fixture.manager.find('a')?.kill();
    fixture.clock.advance(5000);
    assert.deepEqual(touched, []);
    assert.deepEqual(
      touches.all().map(({ id }) => id),
      ['b'],
    );
  });
});
