import assert from 'node:assert/strict';
import { compareFiles, formatDifferences } from '../../../../scripts/lib/record/compareFiles';

describe('compareFiles', () => {
  it('finds new, missing and changed screens, by path', () => {
    const stored = new Map([
      ['a/80x24/idle.txt', 'title: a\n---\n❯\n'],
      ['a/80x24/exit.txt', 'x\n'],
      ['a/80x24/trust.txt', 'same\n'],
    ]);
    const recorded = new Map([
      ['a/80x24/trust.txt', 'same\n'],
      ['a/80x24/idle.txt', 'title: a\n---\n›\n'],
      ['a/80x24/working.txt', 'y\n'],
    ]);
    assert.deepEqual(compareFiles(stored, recorded), [
      { path: 'a/80x24/exit.txt', kind: 'missing', rows: [] },
      { path: 'a/80x24/idle.txt', kind: 'changed', rows: ['3 - ❯', '3 + ›'] },
      { path: 'a/80x24/working.txt', kind: 'new', rows: [] },
    ]);
  });

  it('ignores the note, which names the version', () => {
    const stored = new Map([['a', 'note: A 1.0, 80x24\nx']]);
    const recorded = new Map([['a', 'note: A 1.1, 80x24\nx']]);
    assert.deepEqual(compareFiles(stored, recorded), []);
  });

  it('prints the first rows of a screen that differs in many', () => {
    const rows = Array.from({ length: 15 }, (_, at) => `row ${at}`);
    const lines = formatDifferences([{ path: 'a', kind: 'changed', rows }]);
    assert.equal(lines.length, 14);
    assert.deepEqual(
      [lines[0], lines[1], lines.at(-1)],
      ['a: changed', '    row 0', '    and 3 more rows'],
    );
  });
});
