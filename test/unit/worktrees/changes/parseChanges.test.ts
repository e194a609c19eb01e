import assert from 'node:assert/strict';
import type { ChangedFile } from '../../../../src/worktrees/changes/changes';
import { parseDiff, parseListedFiles } from '../../../../src/worktrees/changes/parseChanges';

const nul = (...fields: readonly string[]): string => fields.map((field) => `${field}\0`).join('');

const raw = (letter: string, before = '100644', after = '100644'): string =>
  `:${before} ${after} 1234567 0000000 ${letter}`;

/** A file without its usual values. */
const short = (file: ChangedFile): Partial<ChangedFile> => {
  const usual = {
    isNameInvalid: false,
    previousPath: undefined,
    mode: 'file',
    isBinary: false,
    stamp: undefined,
  };
  const own = Object.entries(file).filter(
    ([key, value]) => !(key in usual) || value !== usual[key as keyof typeof usual],
  );
  return Object.fromEntries(own);
};

describe('parseDiff', () => {
  it('parses each kind of change, with its counts', () => {
    const text = nul(
      ...[raw('A', '000000'), 'added'],
      ...[raw('M'), 'modified'],
      ...[raw('D', '120000', '000000'), 'deleted link'],
      ...[raw('R087'), 'old', 'new'],
      ...[raw('R100'), 'was', 'copy'],
      ...[raw('T', '100644', '120000'), 'type'],
      ...[raw('U', '000000', '000000'), 'conflict'],
      ...[raw('M', '160000', '160000'), 'module'],
      ...['1\t0\tadded', '2\t3\tmodified', '0\t1\tdeleted link'],
      ...['4\t5\t', 'old', 'new', '-\t-\t', 'was', 'copy'],
      ...['1\t1\ttype', '1\t1\tmodule'],
    );
    assert.deepEqual(parseDiff(text).map(short), [
      { path: 'added', kind: 'added', added: 1, removed: 0 },
      { path: 'modified', kind: 'modified', added: 2, removed: 3 },
      { path: 'deleted link', kind: 'deleted', mode: 'link', added: 0, removed: 1 },
      { path: 'new', previousPath: 'old', kind: 'renamed', added: 4, removed: 5 },
      {
        path: 'copy',
        previousPath: 'was',
        kind: 'renamed',
        added: undefined,
        removed: undefined,
        isBinary: true,
      },
      { path: 'type', kind: 'typeChanged', mode: 'link', added: 1, removed: 1 },
      { path: 'conflict', kind: 'conflicted', added: undefined, removed: undefined },
      { path: 'module', kind: 'submodule', mode: 'submodule', added: 1, removed: 1 },
    ]);
  });

  it('parses names with tabs, newlines, quotes, colons and dashes', () => {
    const names = ['a\tb', 'a\nb', '"quoted"', ':100644', '-', ' ', '1\t2\tx'];
    const text = nul(
      ...names.flatMap((name) => [raw('M'), name]),
      ...names.map((name) => `1\t0\t${name}`),
    );
    assert.deepEqual(
      parseDiff(text).map(({ path, added }) => [path, added]),
      names.map((name) => [name, 1]),
    );
  });

  it('marks names that were not UTF-8, also equal ones, and keeps the counts apart', () => {
    const text = nul(raw('M'), '\uFFFD', raw('M'), '\uFFFD', '1\t0\t\uFFFD', '2\t0\t\uFFFD');
    assert.deepEqual(
      parseDiff(text).map(({ isNameInvalid, added }) => [isNameInvalid, added]),
      [
        [true, 1],
        [true, 2],
      ],
    );
  });

  it('parses no changes, and an answer without counts', () => {
    assert.deepEqual(parseDiff(''), []);
    assert.equal(parseDiff(nul(raw('M'), 'file'))[0]?.added, undefined);
  });
});

describe('parseListedFiles', () => {
  it('distinguishes untracked files from conflicts, whose stages are one file', () => {
    const stage = (number: number, name: string): string =>
      `M 100644 ${'a'.repeat(40)} ${number}\t${name}`;
    const text = nul('? M 1\tx', '? nested/', stage(1, 'a\tb'), stage(2, 'a\tb'), stage(3, '? c'));
    assert.deepEqual(parseListedFiles(text), {
      conflicted: new Set(['a\tb', '? c']),
      untracked: ['M 1\tx', 'nested/'],
    });
  });
});
