import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { ClientBudget } from '../../../../src/host/server/clientBudget';
import { CLIENT_WAITING_BYTES, STREAM_WATERMARKS } from '../../../../src/host/server/limits';
import { ViewerStream } from '../../../../src/host/server/viewerStream';
import type { HostMessage } from '../../../../src/host/protocol/messages';
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
  let waiting = 0;
  const connection = {
    sent: 0,
    get waiting() {
      return waiting;
    },
  };

  beforeEach(async () => {
    sent = [];
    bytes = 0;
    waiting = 0;
    await fixture.manager.create(specOf('a'));
    stream = open();
    await stream.attach(fixture.manager);
    stream.credit(bytes);
    bytes = 0;
    sent = [];
  });

  it('joins output of the same moment, and numbers its frames', () => {
    write('one');
    write('two');
    write('three');
    assert.deepEqual(sent, ['output 2: one']);
    fixture.clock.advance(5);
    assert.deepEqual(sent, ['output 2: one', 'output 3: twothree']);
  });

  it('holds output above its watermark, and sends it after a credit', () => {
    for (let count = 0; count < 20; count++) {
      write(`${count} `.padEnd(64 * KB, 'x'));
    }
    assert.ok(bytes <= STREAM_WATERMARKS.high);
    stream.credit(bytes);
    const numbers = sent.flatMap((frame) => [...frame.matchAll(/(\d+) x/g)].map(([, n]) => n));
    assert.deepEqual([...new Set(kinds())], ['output']);
    assert.deepEqual(numbers, [...Array(20).keys()].map(String));
  });

  it('drops the output that it holds for a requested redraw, which contains it', async () => {
    for (let count = 0; count < 20; count++) {
      write('x'.repeat(64 * KB));
    }
    write('held');
    sent = [];
    stream.redraw('all', 7);
    await isSent('drawing');
    assert.deepEqual(kinds(), ['redrawn 7', 'drawing']);
    assert.ok(sent[1]?.includes('held'));
    stream.credit(bytes);
    assert.deepEqual(kinds(), ['redrawn 7', 'drawing']);
  });

  it('drops what exceeds the limit of held output, redraws the screen after a credit, and continues', async () => {
    flood();
    assert.ok(bytes <= STREAM_WATERMARKS.high && bytes >= STREAM_WATERMARKS.high - 64 * KB);
    sent = [];
    stream.credit(bytes);
    await isSent('drawing');
    assert.deepEqual(kinds(), ['gap', 'drawing']);
    write('after');
    fixture.clock.advance(5);
    assert.match(sent.at(-1) ?? '', /^output \d+: after$/);
  });

  it('sends the first output of a viewer, for which there was no room, once its client has read', async () => {
    const budget = new ClientBudget(connection);
    const late = open(budget);
    await late.attach({
      find: (id) => ({
        attach: async (options) => {
          const attached = requireSession(fixture.manager, id).attach(options);
          waiting = Infinity;
          write('missed');
          return attached;
        },
      }),
    });
    sent = [];
    waiting = 0;
    budget.handleRead();
    write('after');
    fixture.clock.advance(5);
    assert.match(sent.join(), /^output \d+: missed,output \d+: after$/);
    late.dispose();
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

  it('does not redraw after a small credit', async () => {
    flood();
    sent = [];
    stream.credit(1000);
    await fixture.settle();
    assert.deepEqual(sent, []);
  });

  it('redraws a missed screen before it sends the exit', async () => {
    flood();
    write('last words');
    fixture.processOf(0).end(0);
    assert.ok(!kinds().includes('exit'));
    sent = [];
    stream.credit(bytes);
    await isSent('exit');
    assert.deepEqual(kinds(), ['gap', 'drawing', 'exit']);
    assert.ok(sent[1]?.includes('last words'));
  });

  it('sends the exit if the session is gone before it could be redrawn', async () => {
    flood();
    fixture.processOf(0).end(0);
    sent = [];
    await fixture.manager.find('a')?.kill();
    stream.handleRemoved();
    assert.deepEqual(sent, ['exit']);
    stream.credit(bytes);
    await fixture.settle();
    assert.deepEqual(sent, ['exit']);
  });

  it('holds output while the other streams of its client use the whole budget', async () => {
    const budget = new ClientBudget(connection);
    const two = [open(budget), open(budget)];
    await Promise.all(two.map((one) => one.attach(fixture.manager)));
    sent = [];
    waiting = Infinity;
    write('x');
    fixture.clock.advance(5);
    assert.deepEqual(sent, []);
    waiting = 0;
    budget.handleRead();
    assert.equal(sent.filter((frame) => /^output \d+: x$/.test(frame)).length, 2);
    two.forEach((one) => one.dispose());
  });

  it('does not delay the other streams of its client once it is disposed', async () => {
    await fixture.manager.create(specOf('b'));
    const budget = new ClientBudget(connection);
    const [going, staying] = [open(budget), open(budget, 'b')];
    await Promise.all([going, staying].map((one) => one.attach(fixture.manager)));
    sent = [];
    waiting = CLIENT_WAITING_BYTES.output;
    write('x'.repeat(200 * KB));
    fixture.processOf(1).print('y');
    going.dispose();
    waiting -= KB;
    budget.handleRead();
    assert.match(sent.join(), /^output \d+: y$/);
    staying.dispose();
  });

  it('sends redraws with their requested numbers, in order', async () => {
    stream.redraw('screen', 7);
    stream.redraw('all', 8);
    await fixture.settle();
    await fixture.settle();
    assert.deepEqual(kinds(), ['redrawn 7', 'drawing', 'redrawn 8', 'drawing']);
  });

  it('redraws as soon as its client has read enough, even if not all', async () => {
    waiting = Infinity;
    stream.redraw('screen', 7);
    await fixture.settle();
    assert.deepEqual(sent, []);
    waiting = KB;
    stream.credit(1);
    await isSent('drawing');
    assert.deepEqual(kinds(), ['redrawn 7', 'drawing']);
    waiting = 0;
  });

  it('leaves queries to the screen after a gap, too, for a viewer that has fallen behind', async () => {
    stream.fallBehind();
    flood();
    stream.credit(bytes);
    await isSent('drawing');
    await fixture.settle();
    write('\x1b[c');
    await requireSession(fixture.manager, 'a').text();
    await fixture.settle();
    assert.equal(fixture.processOf(0).written, '\x1b[?1;2c');
  });

  it('applies input and a size from before it is attached', async () => {
    const early = open();
    const attaching = early.attach(fixture.manager);
    early.whenAttached((attachment) => attachment.write('x'));
    early.resize({ cols: 90, rows: 30 });
    await attaching;
    assert.equal(fixture.processOf(0).written, 'x');
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

  it('releases its turn to redraw if the session does not exist', async () => {
    const budget = new ClientBudget(connection);
    const missing = open(budget, 'b');
    await assert.rejects(missing.attach(fixture.manager), (error) =>
      SessionError.is(error, 'SESSION_NOT_FOUND'),
    );
    let isDrawn = false;
    budget.queueDrawing(() => (isDrawn = true));
    assert.ok(isDrawn);
  });

  it('releases its turn to redraw if it is disposed meanwhile', async () => {
    const budget = new ClientBudget(connection);
    const going = open(budget);
    await going.attach(fixture.manager);
    going.redraw('all', 1);
    going.dispose();
    let isDrawn = false;
    budget.queueDrawing(() => (isDrawn = true));
    assert.ok(isDrawn);
  });

  function open(budget = new ClientBudget(connection), id = 'a'): ViewerStream {
    return new ViewerStream(
      { id, stream: 1 },
      {
        clock: fixture.clock,
        budget,
        send: ({ kind, seq, content }) => {
          bytes += content.length;
          sent.push(`${kind} ${seq}: ${Buffer.from(content).toString()}`);
        },
        sendMessage: (note) => sent.push(describeMessage(note)),
      },
    );
  }

  function describeMessage(note: HostMessage): string {
    return note.note === 'redrawn' ? `redrawn ${note.redraw}` : note.note;
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

  /** Prints more than is sent and held. */
  function flood(): void {
    const length = STREAM_WATERMARKS.high + CLIENT_WAITING_BYTES.held + 64 * KB;
    for (let written = 0; written <= length; written += 64 * KB) {
      write('x'.repeat(64 * KB));
    }
  }

  function kinds(): readonly string[] {
    return sent.map((one) => one.replace(/^(output|drawing) .*$/s, '$1'));
  }
});
