import assert from 'node:assert/strict';
import { MAX_JOURNAL } from '../../../../../src/pty/limits';
import {
  EngineJournal,
  type EngineChange,
} from '../../../../../src/pty/screen/worker/engineJournal';
import { ManualClock } from '../../../../support/manualClock';

const SIZE = { cols: 80, rows: 24 };
const WIDE = { cols: 200, rows: 24 };

describe('EngineJournal', () => {
  let clock: ManualClock;
  let journal: EngineJournal;

  beforeEach(() => {
    clock = new ManualClock();
    journal = new EngineJournal(clock, SIZE);
  });

  const output = (length: number): EngineChange => ({
    method: 'parse',
    bytes: new Uint8Array(length),
  });

  it('is full before a change that exceeds its bytes', () => {
    journal.add(output(MAX_JOURNAL.bytes - 1010));
    const left = MAX_JOURNAL.bytes - journal.bytes;
    const change = journal.bytes - (MAX_JOURNAL.bytes - 1010);
    assert.ok(change > 0, 'a change has a size without output, too');
    assert.ok(!journal.isFull(output(left - change)));
    assert.ok(journal.isFull(output(left - change + 1)));
  });

  it('keeps output without the buffer that it is a part of', () => {
    journal.add({ method: 'parse', bytes: new Uint8Array(1000).subarray(0, 8) });
    const [kept] = journal.changes;
    assert.equal(kept?.method === 'parse' && kept.bytes.buffer.byteLength, 8);
  });

  it('is full when its first change is too old', () => {
    clock.advance(MAX_JOURNAL.ms);
    assert.ok(!journal.isFull(output(1)));
    journal.add(output(1));
    clock.set(-MAX_JOURNAL.ms);
    clock.advance(MAX_JOURNAL.ms - 1);
    assert.ok(!journal.isFull(output(1)));
    clock.advance(1);
    assert.ok(journal.isFull(output(1)));
  });

  it('begins again with a snapshot, at the size that the engine then has', () => {
    journal.add(output(5));
    journal.add({ method: 'resize', dimensions: WIDE });
    assert.deepEqual([journal.dimensions, journal.changes.length], [SIZE, 2]);
    const snapshot = new Uint8Array(3);
    journal.begin(snapshot);
    assert.deepEqual([journal.dimensions, journal.changes.length, journal.bytes], [WIDE, 0, 3]);
    assert.equal(journal.snapshot, snapshot);
  });

  it('has a gap until the next snapshot if changes were forgotten', () => {
    journal.add(output(5));
    journal.forgetChanges();
    assert.equal(journal.hasGap, true);
    journal.begin(new Uint8Array(3));
    assert.equal(journal.hasGap, false);
  });

  it('keeps the last size of forgotten changes', () => {
    journal.add({ method: 'resize', dimensions: WIDE });
    journal.add(output(5));
    journal.forgetChanges();
    assert.deepEqual(journal.changes, [{ method: 'resize', dimensions: WIDE }]);
  });
});
