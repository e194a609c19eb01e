import assert from 'node:assert/strict';
import { ClientBudget } from '../../../../src/host/server/clientBudget';
import { CLIENT_WAITING_BYTES } from '../../../../src/host/server/limits';

const { output, drawing } = CLIENT_WAITING_BYTES;

describe('ClientBudget', () => {
  let waiting = 0;
  let drawn: string[] = [];
  let budget = new ClientBudget(() => waiting);
  const ends: (() => void)[] = [];

  beforeEach(() => {
    waiting = 0;
    drawn = [];
    ends.splice(0);
    budget = new ClientBudget(() => waiting);
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

  it('has room for output after a redraw above its limit, until that redraw was read', () => {
    waiting = drawing;
    budget.handleDrawn(5 * output);
    waiting += 5 * output;
    assert.deepEqual([budget.hasRoom(output - drawing), budget.hasRoom(output)], [true, false]);
    waiting = output;
    assert.equal(budget.hasRoom(output), true);
    waiting = 0;
    assert.equal(budget.hasRoom(output + 1), false);
    waiting = output;
    assert.equal(budget.hasRoom(1), false, 'the additional room was for that redraw');
  });

  it('ignores a second end of the same redraw', () => {
    draw('a');
    ends[0]?.();
    draw('b');
    draw('c');
    ends[0]?.();
    assert.deepEqual(drawn, ['a', 'b']);
  });
});
