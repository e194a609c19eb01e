import assert from 'node:assert/strict';
import { anchorAt, createLocator, toLines } from '../../../src/review/locateComment';

const FILE = ['function greet() {', "  return 'Hello';", '}', '', 'function bye() {', '}', ''];

function locate(line: number, lines: number, now: readonly string[]) {
  const anchor = anchorAt(FILE, line, line + lines - 1);
  assert.ok(anchor);
  return createLocator(now.join('\n'))(anchor);
}

describe('createLocator', () => {
  it('finds lines that have moved', () => {
    const now = ['// By Ada', '', ...FILE];
    assert.deepEqual(locate(2, 1, now), { line: 4, endLine: 4, isOutdated: false });
    assert.deepEqual(locate(1, 3, now), { line: 3, endLine: 5, isOutdated: false });
  });

  it('prefers the place with the same line above, then the nearest', () => {
    assert.equal(locate(6, 1, ['}', ...FILE]).line, 7);
    assert.equal(locate(3, 1, ['x', '}', '', 'y', '}', '', '}', 'z']).line, 2);
  });

  it('finds lines that are alike elsewhere only beside the line above or below', () => {
    assert.equal(locate(3, 1, ['function bye() {', '}', 'end']).isOutdated, true);
    assert.equal(locate(2, 1, ["  return 'Hello';", 'x', "  return 'Hello';"]).isOutdated, true);
    const now = ["  return 'Hello';", '}', "  return 'Hello';"];
    assert.deepEqual(locate(2, 1, now), { line: 1, endLine: 1, isOutdated: false });
    assert.equal(locate(2, 1, ['x', 'y', "  return 'Hello';"]).line, 3);
  });

  it('is outdated where the lines stood once they are gone, also below the end', () => {
    const changed = FILE.map((line) => line.replace('Hello', 'Hi'));
    assert.deepEqual(locate(2, 1, changed), { line: 2, endLine: 2, isOutdated: true });
    assert.deepEqual(locate(5, 1, ['x']), { line: 1, endLine: 1, isOutdated: true });
    assert.deepEqual(locate(1, 2, ['function greet() {']), {
      line: 1,
      endLine: 1,
      isOutdated: true,
    });
  });

  it('compares a line of millions of characters by its beginning, and any line end', () => {
    const long = 'x'.repeat(5_000_000);
    const anchor = anchorAt(toLines(`a\r\n${long}\r\nb`), 2, 2);
    assert.ok(anchor && (anchor.quote[0]?.length ?? 0) < 1000);
    assert.deepEqual(createLocator(`a\nnew\n${long}y\nb`)(anchor), {
      line: 3,
      endLine: 3,
      isOutdated: false,
    });
  });

  it('has no anchor for a line that is not there', () => {
    assert.equal(anchorAt(FILE, 0, 0), undefined);
    assert.equal(anchorAt(FILE, 8, 8), undefined);
  });
});
