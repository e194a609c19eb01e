import assert from 'node:assert/strict';
import { nullLogger } from '../../../../src/base/logger';
import { INPUT_QUEUE_LIMIT_BYTES } from '../../../../src/pty/limits';
import { PtyInputQueue } from '../../../../src/pty/native/ptyInputQueue';
import { ManualClock } from '../../../support/manualClock';

describe('PtyInputQueue', () => {
  /** A kernel that takes `room` bytes and records them. */
  function setUp(room: number) {
    const clock = new ManualClock();
    const warnings: string[] = [];
    const logger = { ...nullLogger, warn: (message: string) => void warnings.push(message) };
    const kernel = { room, taken: '', tries: 0 };
    const queue = new PtyInputQueue(
      (data) => {
        kernel.tries += 1;
        const bytes = Math.min(kernel.room, data.length);
        kernel.room -= bytes;
        kernel.taken += Buffer.from(data.subarray(0, bytes)).toString();
        return bytes;
      },
      { clock, logger },
    );
    return { clock, kernel, queue, warnings };
  }

  it('writes input that fits at once', () => {
    const { kernel, queue, clock } = setUp(100);
    queue.push(Buffer.from('abc'));
    queue.push(Buffer.from(''));
    assert.deepEqual([kernel.taken, clock.pendingTimers], ['abc', 0]);
  });

  it('keeps the order of input that the kernel takes in parts', () => {
    const { kernel, queue, clock } = setUp(2);
    ['abc', 'def', 'g'].forEach((text) => queue.push(Buffer.from(text)));
    while (clock.pendingTimers > 0) {
      kernel.room = 2;
      clock.advance(50);
    }
    assert.equal(kernel.taken, 'abcdefg');
  });

  it('retries a full kernel after 1, 2, 4, 8, 8 ... ms, and again from 1 ms after a partial write', () => {
    const { kernel, queue, clock } = setUp(0);
    queue.push(Buffer.from('abc'));
    const tries: number[] = [];
    for (let ms = 1; ms <= 40; ms += 1) {
      const before = kernel.tries;
      clock.advance(1);
      if (kernel.tries > before) {
        tries.push(ms);
      }
    }
    assert.deepEqual(tries, [1, 3, 7, 15, 23, 31, 39]);
    kernel.room = 1;
    clock.advance(7);
    const before = kernel.tries;
    clock.advance(1);
    assert.equal(kernel.tries, before + 1);
  });

  it('retries many times at once after a partial write, and seldom later', () => {
    const { kernel, queue, clock } = setUp(1);
    queue.push(Buffer.from('abc'));
    clock.advance(0);
    const tries = kernel.tries;
    assert.ok(tries > 10 && tries < 1000, `${tries} tries at once`);
    clock.advance(100);
    assert.ok(kernel.tries < tries + 20, 'few retries while the kernel has no room');
  });

  it('writes 256 KB per turn to a program that reads at full speed', () => {
    const { kernel, queue, clock } = setUp(Infinity);
    queue.push(Buffer.alloc(1024 * 1024, 'x'));
    assert.equal(kernel.taken.length, 256 * 1024);
    clock.advance(0);
    clock.advance(0);
    clock.advance(0);
    assert.equal(kernel.taken.length, 1024 * 1024);
  });

  it('writes the original bytes even if the caller reuses its buffer', () => {
    const { kernel, queue, clock } = setUp(0);
    const buffer = Buffer.from('first');
    queue.push(buffer);
    buffer.fill('x');
    kernel.room = 100;
    clock.advance(1);
    assert.equal(kernel.taken, 'first');
  });

  it('drops all of an input that would exceed its limit, and logs one warning [A28]', () => {
    const { kernel, queue, clock, warnings } = setUp(0);
    queue.push(Buffer.alloc(INPUT_QUEUE_LIMIT_BYTES, 'a'));
    for (let count = 0; count < 1000; count++) {
      queue.push(Buffer.from('b'));
    }
    assert.deepEqual(warnings, [
      `Input of 1 bytes was dropped: the program does not read, and ${INPUT_QUEUE_LIMIT_BYTES} bytes already wait for it. Further dropped input is not logged until it reads.`,
    ]);
    kernel.room = Infinity;
    clock.advance(1000);
    assert.equal(kernel.taken.length, INPUT_QUEUE_LIMIT_BYTES);
    queue.push(Buffer.from('c'));
    assert.equal(kernel.taken.at(-1), 'c');
  });

  it('drops the waiting input on dispose(), and ignores later input', () => {
    const { kernel, queue, clock } = setUp(0);
    queue.push(Buffer.from('abc'));
    queue.dispose();
    assert.equal(clock.pendingTimers, 0);
    kernel.room = 100;
    queue.push(Buffer.from('def'));
    clock.advance(1000);
    assert.equal(kernel.taken, '');
  });
});
