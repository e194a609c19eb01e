import assert from 'node:assert/strict';
import { randomHex } from '../../../src/base/randomHex';

describe('randomHex', () => {
  it('gives two digits a byte, others each time', () => {
    assert.match(randomHex(6), /^[0-9a-f]{12}$/);
    assert.notEqual(randomHex(16), randomHex(16));
  });
});
