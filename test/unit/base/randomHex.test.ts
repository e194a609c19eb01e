import assert from 'node:assert/strict';
import { randomHex } from '../../../src/base/randomHex';

describe('randomHex', () => {
  it('returns two digits for each byte, different ones on each call', () => {
    assert.match(randomHex(6), /^[0-9a-f]{12}$/);
    assert.notEqual(randomHex(16), randomHex(16));
  });
});
