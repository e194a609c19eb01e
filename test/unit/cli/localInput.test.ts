import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { ClientError } from '../../../src/client/clientError';
import type { Size } from '../../../src/client/size';
import { LocalInput } from '../../../src/cli/localInput';
import type { CliIo } from '../../../src/cli/verb';
import { ManualClock } from '../../support/manualClock';

class FakeStream extends EventEmitter {
  isTTY = true;
  isPaused = false;

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }
}

describe('LocalInput', () => {
  let stdin: FakeStream;
  let stdout: FakeStream;
  let clock: ManualClock;
  let written: string;
  let calls: unknown[];
  let failure: Error | undefined;
  let input: LocalInput;
  let signal: () => void;
  let size: Size | undefined;

  beforeEach(() => {
    stdin = new FakeStream();
    stdout = new FakeStream();
    clock = new ManualClock();
    written = '';
    calls = [];
    failure = undefined;
    signal = () => {};
    size = { cols: 80, rows: 24 };
    const io = { stdin, stdout, onSignal: (listener: () => void) => (signal = listener) };
    const session = {
      write: (bytes: string | Uint8Array) => {
        if (failure) {
          throw failure;
        }
        written += Buffer.from(bytes as Uint8Array).toString();
      },
      resize: (requested: Size) => calls.push(requested),
      detach: () => calls.push('detached'),
    };
    // LocalInput uses only the members that are faked.
    input = new LocalInput(io as unknown as CliIo, session, clock);
    input.start(() => size);
  });

  const type = (text: string): boolean => stdin.emit('data', Buffer.from(text));

  it('forwards keys until the detach key', () => {
    type('one\x03');
    type('two\x1cthree');
    assert.deepEqual([written, calls], ['one\x03two', ['detached']]);
  });

  it('forwards all input of a pipe, whose end detaches', () => {
    stdin.isTTY = false;
    type('a\x1cb');
    stdin.emit('end');
    assert.deepEqual([written, calls], ['a\x1cb', ['detached']]);
  });

  it('waits while the queue is full, and keeps the order', () => {
    failure = new ClientError('QUEUE_FULL', 'It is full.');
    type('one');
    assert.deepEqual([written, stdin.isPaused], ['', true]);
    clock.advance(1000);
    assert.equal(stdin.isPaused, true);
    failure = undefined;
    clock.advance(50);
    assert.deepEqual([written, stdin.isPaused, clock.pendingTimers], ['one', false, 0]);
  });

  it('sends a new size, if the output is a terminal', () => {
    stdout.emit('resize');
    size = undefined;
    stdout.emit('resize');
    assert.deepEqual(calls, [{ cols: 80, rows: 24 }]);
  });

  it('sends nothing once it is disposed, and keeps no timer', () => {
    failure = new ClientError('QUEUE_FULL', 'It is full.');
    type('one');
    input.dispose();
    failure = undefined;
    clock.advance(1000);
    type('two');
    stdin.emit('end');
    stdout.emit('resize');
    signal();
    assert.deepEqual([written, calls, stdin.isPaused, clock.pendingTimers], ['', [], true, 0]);
  });

  it('detaches on a signal that ends the program', () => {
    signal();
    assert.deepEqual(calls, ['detached']);
  });
});
