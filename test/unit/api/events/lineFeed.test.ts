import assert from 'node:assert/strict';
import { EVENT_LINES } from '../../../../src/api/limits';
import { LineFeed } from '../../../../src/api/events/lineFeed';
import { Emitter } from '../../../../src/base/event';
import { ManualClock } from '../../../support/manualClock';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';

const { share, shareMs, newest } = EVENT_LINES;
const SESSION = sessionInfo({ id: 'ada-main-mine' });

/** Sessions whose output the test writes. */
class WrittenSessions extends FakeSessions {
  readonly output = new Emitter<Uint8Array>();

  readonly watchOutput = (_id: string, listener: (bytes: Uint8Array) => void) =>
    this.output.event(listener);
}

describe('LineFeed', () => {
  it('emits a share of a flood in each interval', () => {
    const sessions = new WrittenSessions();
    sessions.put(SESSION);
    const clock = new ManualClock();
    const feed = new LineFeed(sessions, clock);
    const emitted: string[] = [];
    feed.onDidRead(({ data }) => emitted.push(data));
    sessions.output.fire(Buffer.from('x\n'.repeat(share + newest + 7)));
    assert.equal(emitted.length, share);
    clock.advance(shareMs);
    assert.deepEqual(emitted.slice(share), [
      '[7 lines left out]',
      ...Array.from({ length: newest }, () => 'x'),
    ]);
    feed.dispose();
  });
});
