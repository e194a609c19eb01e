import assert from 'node:assert/strict';
import { LineFeedConverter } from '../../../src/cli/lineFeedConverter';

describe('the line feeds of a program', () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ['are unchanged after a carriage return', ['a\r\nb'], 'a\r\nb'],
    ['are unchanged after a carriage return in an earlier part', ['a\r', '\nb'], 'a\r\nb'],
    ['keep the column', ['a\nb\n'], 'a\x1bDb\x1bD'],
    ['keep the column one after another', ['\r\n\n'], '\r\n\x1bD'],
    ['keep the column at the beginning', ['\n'], '\x1bD'],
    ['may be missing', ['ä'], 'ä'],
  ];
  for (const [name, parts, expected] of cases) {
    it(name, () => {
      const keeper = new LineFeedConverter();
      const kept = parts.map((part) => Buffer.from(keeper.keep(Buffer.from(part))));
      assert.equal(Buffer.concat(kept).toString('utf8'), expected);
    });
  }
});
