import assert from 'node:assert/strict';
import { findChanged } from '../../../src/review/roundAnswers';

describe('findChanged', () => {
  it('names the files that differ, are new, or are as before again', () => {
    assert.deepEqual(
      findChanged({ same: 'a', other: 'b', undone: 'c' }, { same: 'a', other: 'x', new: 'd' }),
      ['new', 'other', 'undone'],
    );
  });
});
