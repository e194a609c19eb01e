import assert from 'node:assert/strict';
import { COMPRESSION } from '../../../../../src/pty/limits';
import type { ScreenRead, ScreenReply } from '../../../../../src/pty/screen/worker/screenMessages';
import { ScreenServer } from '../../../../../src/pty/screen/worker/screenServer';
import { Emulator } from '../../../../../src/pty/screen/xterm/emulator';
import { ManualClock } from '../../../../support/manualClock';

const MB = 1024 * 1024;
const HISTORY = `${'history\r\n'.repeat(50)}\x1b]0;title\x07\x1b[31mred\x1b[?2004h\x1b[3`;

describe('ScreenServer', () => {
  let clock: ManualClock;
  let replies: ScreenReply[];
  let server: ScreenServer;

  beforeEach(() => {
    clock = new ManualClock();
    replies = [];
    server = create();
  });

  afterEach(() => {
    server.dispose();
    assert.equal(clock.pendingTimers, 0);
  });

  const create = (mostBytes?: number): ScreenServer =>
    new ScreenServer(clock, (reply) => void replies.push(reply), mostBytes);
  const open = (screen: number, cols = 80, scrollback = 10_000): void =>
    server.handle({ kind: 'open', screen, dimensions: { cols, rows: 24 }, scrollback });
  const print = (screen: number, text: string, isAnswered = false): void =>
    server.handle({ kind: 'output', screen, bytes: Buffer.from(text), isAnswered });
  const read = (screen: number, what: ScreenRead): unknown => {
    server.handle({ kind: 'read', screen, id: 1, read: what });
    const reply = replies.at(-1);
    assert.equal(reply?.kind, 'value');
    return reply.value;
  };
  const textOf = (screen: number): string =>
    String(read(screen, { name: 'text', argument: 10_000 }));

  const restores: (() => void)[] = [];
  afterEach(() => restores.splice(0).forEach((restore) => restore()));

  /** Replaces a method of all emulators until the end of the test. `own` calls the method itself. */
  function replace(name: 'compress' | 'parse', by: (own: () => unknown) => unknown): void {
    const descriptor = Object.getOwnPropertyDescriptor(Emulator.prototype, name) ?? {};
    const method = descriptor.value as (...args: unknown[]) => unknown;
    function replaced(this: Emulator, ...args: unknown[]): unknown {
      return by(() => method.apply(this, args));
    }
    Object.defineProperty(Emulator.prototype, name, { ...descriptor, value: replaced });
    restores.push(() => Object.defineProperty(Emulator.prototype, name, descriptor));
  }

  function countCompressions(): () => number {
    let count = 0;
    replace('compress', (own) => {
      count++;
      return own();
    });
    return () => count;
  }

  it('answers the queries in output only where it is to', () => {
    open(1);
    print(1, 'ab\x1b[6n', true);
    print(1, '\x1b[6n', false);
    assert.deepEqual(
      replies.map((reply) => reply.kind === 'parsed' && reply.answers),
      ['\x1b[1;3R', ''],
    );
  });

  it('compresses a screen that is not used for a while, and loses nothing', () => {
    const compressed = countCompressions();
    open(1);
    print(1, HISTORY);
    const snapshot = { name: 'snapshot', argument: 10_000 } as const;
    const before = read(1, snapshot);
    clock.advance(COMPRESSION.ms - COMPRESSION.everyMs);
    assert.equal(compressed(), 0);
    clock.advance(2 * COMPRESSION.everyMs);
    assert.equal(compressed(), 1);
    assert.equal(clock.pendingTimers, 0, 'a compressed screen needs no timer');
    assert.deepEqual(read(1, snapshot), before);
    print(1, '1mblack');
    assert.match(textOf(1), /history\nredblack$/);
  });

  it('compresses screens early while all have much', () => {
    const compressed = countCompressions();
    const rows = 'row\r\n'.repeat(10_100);
    for (let screen = 1; screen <= 20; screen++) {
      open(screen, 120);
      print(screen, rows);
    }
    clock.advance(2 * COMPRESSION.earlyMs);
    assert.ok(compressed() > 1 && compressed() < 20, `${compressed()} of 20`);
  });

  it('compresses what is unused above the limit, then shortens what is used', () => {
    server = create(20 * MB);
    for (const screen of [1, 2, 3]) {
      open(screen, 120);
      print(screen, 'row\r\n'.repeat(10_100));
      clock.advance(screen === 1 ? 2 * COMPRESSION.leastMs : 0);
    }
    const shortened = replies.filter(({ kind }) => kind === 'shortened');
    assert.deepEqual(shortened, [{ kind: 'shortened', screen: 2 }]);
    assert.equal(textOf(3).split('\n').length, 10_023);
    assert.equal(textOf(2).split('\n').length, 23);
    server.dispose();
  });

  it('replaces an emulator that fails by an empty one of the same size', () => {
    open(1, 20);
    print(1, 'before');
    let isBroken = true;
    replace('parse', (own) => {
      if (isBroken) {
        throw new Error('a fault');
      }
      return own();
    });
    print(1, 'during');
    isBroken = false;
    assert.deepEqual(
      replies.slice(1).map(({ kind }) => kind),
      ['cleared', 'parsed'],
    );
    print(1, `after${'x'.repeat(20)}`);
    assert.equal(textOf(1), `after${'x'.repeat(20)}`);
    const { rows } = read(1, { name: 'visible', argument: undefined }) as { rows: string[] };
    assert.equal(rows[1], 'xxxxx');
  });

  it('applies a size to a compressed screen', () => {
    open(1, 20);
    print(1, '0123456789\r\n');
    clock.advance(2 * COMPRESSION.ms);
    server.handle({ kind: 'resize', screen: 1, dimensions: { cols: 8, rows: 4 } });
    assert.equal(textOf(1), '0123456789');
  });
});
