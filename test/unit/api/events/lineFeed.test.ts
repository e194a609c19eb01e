import assert from 'node:assert/strict';
import { EVENT_LINES } from '../../../../src/api/limits';
import { LineFeed } from '../../../../src/api/events/lineFeed';
import { Emitter } from '../../../../src/base/event';
import { ManualClock } from '../../../support/manualClock';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';

const { share, shareMs, newest } = EVENT_LINES;
const SESSION = sessionInfo({ id: 'ada-main-mine' });

describe('LineFeed', () => {
  let sessions: FakeSessions;
  let output: Emitter<Uint8Array>;
  let clock: ManualClock;
  let feed: LineFeed;
  let emitted: string[];

  beforeEach(() => {
    sessions = new FakeSessions();
    output = new Emitter();
    sessions.callsOf = () => ({ watchOutput: output.event });
    sessions.put(SESSION);
    clock = new ManualClock();
    feed = new LineFeed(sessions, clock);
    emitted = [];
    feed.onDidRead(({ data }) => emitted.push(data));
  });
  afterEach(() => feed.dispose());

  it('emits nothing that a session writes after the window has released it', () => {
    sessions.has = () => false;
    output.fire(Buffer.from('x\n'));
    clock.advance(shareMs);
    assert.deepEqual(emitted, []);
  });

  it('emits a share of a flood in each interval', () => {
    output.fire(Buffer.from('x\n'.repeat(share + newest + 7)));
    assert.equal(emitted.length, share);
    clock.advance(shareMs);
    assert.deepEqual(emitted.slice(share), [
      '[7 lines left out]',
      ...Array.from({ length: newest }, () => 'x'),
    ]);
  });
});
