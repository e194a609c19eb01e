import assert from 'node:assert/strict';
import { nullLogger } from '../../../../src/base/logger';
import { HostLink } from '../../../../src/host/client/hostLink';
import { HostStreams } from '../../../../src/host/client/hostStreams';
import { ACKNOWLEDGE_BYTES } from '../../../../src/host/client/limits';
import type { ClientMessage } from '../../../../src/host/protocol/messages';
import { STREAM_WATERMARKS } from '../../../../src/host/server/limits';
import { ManualClock } from '../../../support/manualClock';
import { sessionInfo } from '../../../support/pty/fakeSessions';

describe('HostStreams', () => {
  let received: string[];
  let notes: ClientMessage[];
  let streams: HostStreams;
  let link: HostLink;
  const connection = () => ({
    waiting: 0,
    note: (note: ClientMessage) => notes.push(note),
    send() {},
    ping: () => Promise.resolve(),
  });

  beforeEach(() => {
    [received, notes] = [[], []];
    link = new HostLink(new ManualClock(), assert.fail);
    link.open(connection());
    streams = new HostStreams(link, nullLogger);
    streams.watch(sessionInfo(), (bytes) => {
      received.push(Buffer.from(bytes).toString());
      if (received.at(-1) === 'planted') {
        throw new Error('planted');
      }
    });
    notes = [];
  });
  afterEach(() => link.dispose());

  const receive = (text: string): void =>
    streams.handleFrame({ kind: 'output', stream: 1, content: Buffer.from(text) });
  const acknowledged = (): number =>
    notes.reduce((sum, note) => sum + (note.note === 'acknowledge' ? note.bytes : 0), 0);

  it('acknowledges all received bytes except less than one batch', () => {
    for (let count = 1; count <= 1000; count++) {
      receive('x'.repeat(1000));
      const owed = count * 1000 - acknowledged();
      assert.ok(owed >= 0 && owed < ACKNOWLEDGE_BYTES, `${owed} bytes after ${count}`);
    }
    // What is held back prevents no redraw, which a host sends at its low watermark.
    assert.ok(ACKNOWLEDGE_BYTES < STREAM_WATERMARKS.low);
  });

  it('registers again and counts from 0 over another connection', () => {
    receive('x'.repeat(ACKNOWLEDGE_BYTES - 1));
    link.close();
    link.open(connection());
    streams.rejoin();
    receive('y');
    assert.deepEqual(notes, [{ note: 'watch', id: sessionInfo().id, stream: 1 }]);
    assert.equal(received.at(-1), 'y');
  });

  it('continues after a listener throws, and passes nothing of a removed session', () => {
    receive('planted');
    receive('on');
    streams.handleRemoved(sessionInfo());
    receive('gone');
    streams.handleMessage({ note: 'attached', stream: 1 });
    assert.deepEqual(received, ['planted', 'on']);
  });
});
