import assert from 'node:assert/strict';
import { ClientBudget } from '../../../../src/host/server/clientBudget';
import { CLIENT_WAITING_BYTES } from '../../../../src/host/server/limits';

const { output, drawing } = CLIENT_WAITING_BYTES;

describe('ClientBudget', () => {
  let waiting = 0;
  let drawn: string[] = [];
  let sent = 0;
  const connection = {
    get waiting() {
      return waiting;
    },
    get sent() {
      return sent;
    },
  };
  let budget = new ClientBudget(connection);
  const ends: (() => void)[] = [];

  beforeEach(() => {
    waiting = 0;
    sent = 0;
    drawn = [];
    ends.splice(0);
    budget = new ClientBudget(connection);
  });

  const draw = (name: string): void =>
    budget.queueDrawing((done) => {
      drawn.push(name);
      ends.push(done);
    });

  it('has room up to its limit', () => {
    waiting = output - 100;
    assert.deepEqual([budget.hasRoom(100), budget.hasRoom(101)], [true, false]);
  });

  it('starts a redraw at once while little output waits, and one at a time', () => {
    draw('a');
    draw('b');
    assert.deepEqual(drawn, ['a']);
    ends[0]?.();
    assert.deepEqual(drawn, ['a', 'b']);
  });

  it('delays a redraw until the client has read, and keeps its room free of output', () => {
    waiting = drawing + 1;
    draw('a');
    assert.deepEqual(drawn, []);
    assert.equal(budget.hasRoom(1), false);
    waiting = 0;
    budget.handleRead();
    assert.deepEqual(drawn, ['a']);
    assert.equal(budget.hasRoom(output), true);
  });

  it('has room for output after a redraw above its limit, of which only unread bytes count', () => {
    send(drawing);
    budget.handleDrawn(5 * output);
    send(5 * output);
    assert.deepEqual([budget.hasRoom(output - drawing), budget.hasRoom(output)], [true, false]);
    send(output - drawing);
    assert.equal(budget.hasRoom(1), false);
    read(drawing);
    assert.deepEqual([budget.hasRoom(drawing), budget.hasRoom(drawing + 1)], [true, false]);
    send(drawing);
    read(4 * output);
    assert.equal(budget.hasRoom(1), false, 'output has no part of the room of a drawing');
    assert.equal(waiting, 2 * output);
  });

  it('lets refused streams send in their order, one piece at a time, before all others', () => {
    const pieces: string[] = [];
    const streams = ['a', 'b', 'c'].map((name) => new StreamOfPieces(name, pieces));
    const [a, b, c] = streams;
    assert.ok(a && b && c);
    waiting = output;
    a.send(100);
    a.send(1);
    b.send(50);
    waiting = output - 50;
    c.send(1);
    assert.deepEqual(pieces, [], 'a stream with less output does not overtake');
    waiting = output - 60;
    budget.handleRead();
    assert.deepEqual(pieces, []);
    waiting = 0;
    budget.handleRead();
    assert.deepEqual(pieces, ['a 100', 'b 50', 'c 1', 'a 1']);
  });

  it('has no room for output that may be dropped while a stream waits, which is served first', () => {
    waiting = output;
    let served = 0;
    const stream = { handleDrained: () => served++ };
    budget.requestRoom(stream, 10);
    waiting = output - 5;
    assert.equal(budget.hasRoom(1), false);
    budget.handleRead();
    assert.equal(served, 0);
    waiting = output - 10;
    budget.handleRead();
    assert.deepEqual([served, budget.hasRoom(1)], [1, true]);
  });

  it('does not wait for a stream that has withdrawn', () => {
    const pieces: string[] = [];
    const going = new StreamOfPieces('a', pieces);
    const staying = new StreamOfPieces('b', pieces);
    waiting = output;
    going.send(100);
    staying.send(10);
    budget.withdraw(going);
    waiting = output - 10;
    budget.handleRead();
    assert.deepEqual(pieces, ['b 10']);
  });

  it('ignores a second end of the same redraw', () => {
    draw('a');
    ends[0]?.();
    draw('b');
    draw('c');
    ends[0]?.();
    assert.deepEqual(drawn, ['a', 'b']);
  });

  /** A stream that holds what it may not send. */
  class StreamOfPieces {
    private held: number[] = [];

    constructor(
      private readonly name: string,
      private readonly pieces: string[],
    ) {}

    send(bytes: number): void {
      this.held.push(bytes);
      if (this.held.length === 1) {
        this.handleDrained();
      }
    }

    handleDrained(): void {
      for (let [next] = this.held; next !== undefined; [next] = this.held) {
        if (!budget.requestRoom(this, next)) {
          break;
        }
        this.held.shift();
        this.pieces.push(`${this.name} ${next}`);
        send(next);
      }
    }
  }

  function send(bytes: number): void {
    sent += bytes;
    waiting += bytes;
  }

  function read(bytes: number): void {
    waiting -= bytes;
  }
});
