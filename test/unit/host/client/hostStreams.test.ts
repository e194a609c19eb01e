import assert from 'node:assert/strict';
import { nullLogger } from '../../../../src/base/logger';
import { HostStreams } from '../../../../src/host/client/hostStreams';
import { CREDIT_BATCH_BYTES } from '../../../../src/host/client/limits';
import type { ClientMessage } from '../../../../src/host/protocol/messages';
import { STREAM_WATERMARKS } from '../../../../src/host/server/limits';

describe('HostStreams', () => {
  let received: string[];
  let credited: number;
  let streams: HostStreams;
  let stream: number;

  beforeEach(() => {
    received = [];
    credited = 0;
    const send = (note: ClientMessage): void =>
      void (credited += note.note === 'credit' && note.stream === stream ? note.bytes : 0);
    streams = new HostStreams(send, nullLogger);
    stream = streams.open({
      handleFrame: ({ content }) => {
        received.push(Buffer.from(content).toString());
        if (content.length === 0) {
          throw new Error('planted');
        }
      },
      handleMessage: ({ note }) => received.push(note),
      handleGap: () => received.push('missing'),
    });
  });

  const receive = (seq: number, text: string): void =>
    streams.handleFrame({ kind: 'output', stream, seq, content: Buffer.from(text) });

  it('credits all received bytes except less than one batch', () => {
    for (let seq = 1; seq <= 1000; seq++) {
      receive(seq, 'x'.repeat(1000));
      const owed = seq * 1000 - credited;
      assert.ok(owed >= 0 && owed < CREDIT_BATCH_BYTES, `${owed} bytes after ${seq}`);
    }
    // The credit that is held back prevents no redraw, which a host sends at its low watermark.
    assert.ok(CREDIT_BATCH_BYTES < STREAM_WATERMARKS.low);
  });

  it('passes each new frame once, and reports a gap before it', () => {
    [1, 2, 2, 1, 4].forEach((seq) => receive(seq, `${seq}`));
    assert.deepEqual(received, ['1', '2', 'missing', '4']);
  });

  it('restarts its numbers and its credit on another connection', () => {
    receive(1, 'x'.repeat(CREDIT_BATCH_BYTES - 1));
    streams.reset();
    receive(1, 'y');
    assert.deepEqual([received.at(-1), credited], ['y', 0]);
  });

  it('continues after a listener throws, and passes nothing to a closed stream', () => {
    receive(1, '');
    receive(2, 'on');
    streams.close(stream);
    receive(3, 'gone');
    streams.handleMessage({ note: 'gap', stream });
    assert.deepEqual(received, ['', 'on']);
  });
});
