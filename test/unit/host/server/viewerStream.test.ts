import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import {
  CLIENT_WATERMARKS,
  STREAM_HELD_BYTES,
  STREAM_WATERMARKS,
} from '../../../../src/host/server/limits';
import { ViewerStream } from '../../../../src/host/server/viewerStream';
import { specOf, useSessionManager } from '../../../support/pty/useSessionManager';
import { requireSession } from '../../../../src/pty/sessionBackend';

const KB = 1024;

describe('ViewerStream', () => {
  let stream: ViewerStream;
  // Before the session that it views is disposed.
  afterEach(() => stream.dispose());
  const fixture = useSessionManager();
  let sent: string[] = [];
  let bytes = 0;
  /** Of the client. */
  let waiting = 0;

  beforeEach(async () => {
    sent = [];
    bytes = 0;
    waiting = 0;
    await fixture.manager.create(specOf('a'));
    stream = open();
    await stream.attach(fixture.manager);
    stream.acknowledge(bytes);
    bytes = 0;
    sent = [];
  });

  it('joins output of the same moment', () => {
    write('one');
    write('two');
    write('three');
    assert.deepEqual(sent, ['output: one']);
    fixture.clock.advance(5);
    assert.deepEqual(sent, ['output: one', 'output: twothree']);
  });

  it('drops output above its watermark, redraws the screen after an acknowledgement, and continues', async () => {
    flood();
    assert.ok(bytes <= STREAM_WATERMARKS.high && bytes >= STREAM_WATERMARKS.high - 64 * KB);
    sent = [];
    stream.acknowledge(bytes);
    await isSent('drawing');
    assert.deepEqual(kinds(), ['drawing']);
    write('after');
    fixture.clock.advance(5);
    assert.match(sent.at(-1) ?? '', /^output: after$/);
  });

  it('holds output while its client has much to read', () => {
    waiting = CLIENT_WATERMARKS.high + 1;
    write('held');
    fixture.clock.advance(5);
    stream.handleRead();
    assert.deepEqual(sent, []);
    waiting = 0;
    stream.handleRead();
    assert.deepEqual(sent, ['output: held']);
  });

  it('drops the output that waits to be joined for a requested redraw, which contains it', async () => {
    write('one');
    write('two');
    sent = [];
    stream.redraw('all');
    await isSent('redrawn');
    fixture.clock.advance(5);
    assert.deepEqual(kinds(), ['redrawn']);
    assert.ok(sent[0]?.includes('onetwo'));
  });

  it('sends output after a drawing that exceeds the watermark', async () => {
    let push = (_text: string): void => undefined;
    const large = open();
    await large.attach({
      find: () => ({
        attach: (options) => {
          push = (text) => options.onBytes?.(Buffer.from(text));
          options.onData('x'.repeat(STREAM_WATERMARKS.high + 1));
          return requireSession(fixture.manager, 'a').attach({ onData() {}, onExit() {} });
        },
      }),
    });
    sent = [];
    push('o'.repeat(STREAM_WATERMARKS.high));
    assert.deepEqual(kinds(), ['output']);
    push('o'.repeat(64 * KB));
    assert.deepEqual(kinds(), ['output'], 'no output above the watermark');
    large.dispose();
  });

  it('does not redraw after a small acknowledgement', async () => {
    flood();
    sent = [];
    stream.acknowledge(1000);
    await fixture.settle();
    assert.deepEqual(sent, []);
  });

  it('redraws a missed screen before it sends the exit', async () => {
    flood();
    write('last words');
    fixture.processOf(0).end(0);
    assert.ok(!kinds().includes('exit'));
    sent = [];
    stream.acknowledge(bytes);
    await isSent('exit');
    assert.deepEqual(kinds(), ['drawing', 'exit']);
    assert.ok(sent[0]?.includes('last words'));
  });

  it('sends the exit if the session is gone before it could be redrawn', async () => {
    flood();
    fixture.processOf(0).end(0);
    sent = [];
    await fixture.manager.find('a')?.kill();
    stream.handleRemoved();
    assert.deepEqual(sent, ['exit']);
    stream.acknowledge(bytes);
    await fixture.settle();
    assert.deepEqual(sent, ['exit']);
  });

  it('sends redraws in the order of the requests', async () => {
    stream.redraw('screen');
    stream.redraw('all');
    await fixture.settle();
    await fixture.settle();
    assert.deepEqual(kinds(), ['redrawn', 'redrawn']);
  });

  it('leaves queries to the screen after a gap, too, for a viewer that has fallen behind', async () => {
    stream.fallBehind();
    flood();
    stream.acknowledge(bytes);
    await isSent('drawing');
    await fixture.settle();
    write('\x1b[c');
    await requireSession(fixture.manager, 'a').text();
    await fixture.settle();
    assert.equal(fixture.processOf(0).written, '\x1b[?1;2c');
  });

  it('applies a size from before it is attached, but writes no input', async () => {
    const early = open();
    const attaching = early.attach(fixture.manager);
    assert.equal(early.type('x'), false);
    early.resize({ cols: 90, rows: 30 });
    await attaching;
    assert.equal(fixture.processOf(0).written, '');
    assert.deepEqual(fixture.manager.get('a')?.dimensions, { cols: 90, rows: 30 });
    early.dispose();
  });

  it('detaches a viewer that was disposed while it attached', async () => {
    const early = open();
    const attaching = early.attach(fixture.manager);
    early.dispose();
    await assert.rejects(attaching, (error) => SessionError.is(error, 'DETACHED'));
    assert.equal(fixture.manager.get('a')?.attachedCount, 1);
  });

  it('rejects if the session does not exist', async () => {
    await assert.rejects(open('b').attach(fixture.manager), (error) =>
      SessionError.is(error, 'SESSION_NOT_FOUND'),
    );
  });

  function open(id = 'a'): ViewerStream {
    return new ViewerStream(
      { note: 'attach', id, stream: 1 },
      {
        clock: fixture.clock,
        get waiting() {
          return waiting;
        },
        send: (kind, _stream, content) => {
          bytes += content.length;
          sent.push(`${kind}: ${Buffer.from(content).toString()}`);
        },
        sendMessage: ({ note }) => sent.push(note),
      },
    );
  }

  function write(text: string): void {
    fixture.processOf(0).print(text);
  }

  /** Runs turns of the event loop until the screen has parsed its output and `kind` is sent. */
  async function isSent(kind: string): Promise<void> {
    for (let turns = 0; turns < 5000 && !kinds().includes(kind); turns++) {
      fixture.clock.advance(0);
      await fixture.settle();
    }
  }

  /** Prints more than is sent. */
  function flood(): void {
    const length = STREAM_WATERMARKS.high + STREAM_HELD_BYTES + 64 * KB;
    for (let written = 0; written <= length; written += 64 * KB) {
      write('x'.repeat(64 * KB));
    }
  }

  function kinds(): readonly string[] {
    return sent.map((one) => one.replace(/^(output|drawing|redrawn):.*$/s, '$1'));
  }
});
