import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import { followStuckStarts } from '../../../../src/commands/start/stuckStarts';
import type { SessionEvent } from '../../../../src/pty/sessionService';
import { sessionInfo } from '../../../support/pty/fakeSessions';

const STARTING = sessionInfo({
  pendingStart: { reason: 'has not begun: it reads', isStuck: false },
});
const LATE = { ...STARTING, pendingStart: { reason: 'has not begun: it is late', isStuck: true } };
const ENDED = { ...LATE, pendingStart: { reason: 'has not begun: it ended', isStuck: true } };

describe('followStuckStarts', () => {
  for (const isWanted of [true, false]) {
    it(`offers a direct start once for each session, which is ${isWanted ? '' : 'not '}wanted`, async () => {
      const sessions = new Emitter<SessionEvent>();
      const [offered, started]: [string[], string[]] = [[], []];
      const following = followStuckStarts({
        sessions: { get: () => LATE, onDidChange: sessions.event },
        messages: {
          showInfo: () => assert.fail('nothing prevents the start'),
          offer: (text) => {
            offered.push(text);
            return Promise.resolve(isWanted);
          },
          showError: (error) => assert.fail(String(error)),
        },
        startDirectly: (id) => Promise.resolve(started.push(id)),
      });
      sessions.fire({ type: 'created', session: STARTING });
      assert.deepEqual(offered, []);
      sessions.fire({ type: 'changed', session: LATE });
      sessions.fire({ type: 'changed', session: { ...LATE, attachedCount: 2 } });
      sessions.fire({ type: 'exit', session: ENDED });
      await Promise.resolve();
      assert.deepEqual(offered, ['Ada has not begun: it is late.']);
      assert.deepEqual(started, isWanted ? [LATE.id] : []);
      sessions.fire({ type: 'exit', session: { ...ENDED, generation: 2 } });
      assert.deepEqual(offered.slice(1), ['Ada has not begun: it ended.']);
      following.dispose();
    });
  }

  for (const [what, now] of [
    ['has begun', sessionInfo()],
    ['was started again', { ...LATE, generation: LATE.generation + 1 }],
    ['was removed', undefined],
  ] as const) {
    it(`starts no agent that ${what} while the message was open`, async () => {
      const sessions = new Emitter<SessionEvent>();
      const shown: string[] = [];
      followStuckStarts({
        sessions: { get: () => now, onDidChange: sessions.event },
        messages: {
          offer: () => Promise.resolve(true),
          showInfo: (text) => void shown.push(text),
          showError: (error) => assert.fail(String(error)),
        },
        startDirectly: () => assert.fail('it was started'),
      });
      sessions.fire({ type: 'changed', session: LATE });
      await new Promise((resolve) => setImmediate(resolve));
      assert.match(shown.join(), /^Ada has begun or was started again meanwhile/);
    });
  }
});
