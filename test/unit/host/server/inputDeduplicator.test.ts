import assert from 'node:assert/strict';
import { MAX_REMEMBERED_CLIENTS } from '../../../../src/host/server/limits';
import { InputDeduplicator } from '../../../../src/host/server/inputDeduplicator';

describe('InputDeduplicator', () => {
  it('accepts each number of a client once, and none below the last', () => {
    const ledger = new InputDeduplicator();
    const taken = [1, 2, 2, 1, 3, 5, 4].map((seq) => ledger.take('a', seq));
    assert.deepEqual(taken, [true, true, false, false, true, true, false]);
    assert.deepEqual([ledger.lastOf('a'), ledger.lastOf('b')], [5, 0]);
  });

  it('drops the client with the oldest input above its limit', () => {
    const ledger = new InputDeduplicator();
    for (let client = 0; client < MAX_REMEMBERED_CLIENTS; client++) {
      ledger.take(String(client), 1);
    }
    ledger.take('0', 2);
    ledger.take('new', 1);
    assert.deepEqual(
      ['0', '1', '2', 'new'].map((client) => ledger.lastOf(client)),
      [2, 0, 1, 1],
    );
  });
});
