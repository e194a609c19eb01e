import assert from 'node:assert/strict';
import { canonicalJson } from '../../../src/config/confirmations';

describe('canonicalJson', () => {
  it('does not depend on the order of keys, at any depth', () => {
    const one = { b: [{ y: 1, x: 2 }], a: null };
    const other = { a: null, b: [{ x: 2, y: 1 }] };
    assert.equal(canonicalJson(one), canonicalJson(other));
  });

  it('depends on everything else', () => {
    const values = [undefined, null, '', 'undefined', 0, '0', false, [], {}, [1, 2], [2, 1]];
    values.push({ a: 1 }, { a: '1' });
    assert.equal(new Set(values.map(canonicalJson)).size, values.length);
  });
});
