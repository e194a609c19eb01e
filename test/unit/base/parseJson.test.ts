import assert from 'node:assert/strict';
import { parseJson, tryParseJson } from '../../../src/base/parseJson';

describe('parseJson', () => {
  it('gives the value, with or without a byte order mark, or what is wrong', () => {
    assert.deepEqual(parseJson('[1]'), { kind: 'value', value: [1] });
    assert.deepEqual(parseJson('\uFEFF[1]'), { kind: 'value', value: [1] });
    assert.deepEqual(parseJson(' '), { kind: 'damaged', damage: 'it is empty' });
    assert.deepEqual(parseJson('[1'), { kind: 'damaged', damage: 'it is not JSON' });
  });
});

describe('tryParseJson', () => {
  it('gives the value, or undefined', () => {
    assert.deepEqual(tryParseJson('{"a":null}'), { a: null });
    assert.equal(tryParseJson('null'), null);
    assert.equal(tryParseJson('{'), undefined);
    assert.equal(tryParseJson(''), undefined);
  });
});
