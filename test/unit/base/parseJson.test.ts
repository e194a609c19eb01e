import assert from 'node:assert/strict';
import { parseJson, parseJsonLines, tryParseJson } from '../../../src/base/parseJson';

describe('parseJson', () => {
  it('returns the value, with or without a byte order mark, or a description of the damage', () => {
    assert.deepEqual(parseJson('[1]'), { kind: 'value', value: [1] });
    assert.deepEqual(parseJson('\uFEFF[1]'), { kind: 'value', value: [1] });
    assert.deepEqual(parseJson(' '), { kind: 'damaged', damage: 'it is empty' });
    assert.deepEqual(parseJson('[1'), { kind: 'damaged', damage: 'it is not JSON' });
  });
});

describe('tryParseJson', () => {
  it('returns the value, or undefined if the text is not JSON', () => {
    assert.deepEqual(tryParseJson('{"a":null}'), { a: null });
    assert.equal(tryParseJson('null'), null);
    assert.equal(tryParseJson('{'), undefined);
    assert.equal(tryParseJson(''), undefined);
  });
});

describe('parseJsonLines', () => {
  it('returns the values of the lines that are JSON', () => {
    assert.deepEqual(parseJsonLines(['{"a":1}', '', '{"a"', 'null', '2']), [{ a: 1 }, null, 2]);
  });
});
