import assert from 'node:assert/strict';
import { ColumnKeeper } from '../../../src/cli/columnKeeper';

describe('the line feeds of a program', () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ['are left alone after a return', ['a\r\nb'], 'a\r\nb'],
    ['are left alone after a return that came before', ['a\r', '\nb'], 'a\r\nb'],
    ['stay in their column', ['a\nb\n'], 'a\x1bDb\x1bD'],
    ['stay in their column one after another', ['\r\n\n'], '\r\n\x1bD'],
    ['stay in their column at the beginning', ['\n'], '\x1bD'],
    ['need not be there', ['ä'], 'ä'],
  ];
  for (const [name, parts, expected] of cases) {
    it(name, () => {
      const keeper = new ColumnKeeper();
      const kept = parts.map((part) => Buffer.from(keeper.keep(Buffer.from(part))));
      assert.equal(Buffer.concat(kept).toString('utf8'), expected);
    });
  }
});
