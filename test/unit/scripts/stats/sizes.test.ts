import assert from 'node:assert/strict';
import {
  countShortFiles,
  findLargestFolders,
  measureTree,
} from '../../../../scripts/lib/stats/sizes.mjs';
import { countLines } from '../../../../scripts/lib/stats/sources.mjs';

const file = (path: string, lines: number) => ({ path, text: 'x;\n'.repeat(lines) });

describe('the sizes of a tree', () => {
  const sources = [
    file('src/core.ts', 5),
    file('src/pty/session.ts', 29),
    file('src/pty/screen/screen.ts', 30),
    file('src/pty/screen/rows.ts', 31),
    file('src/base/event.ts', 1),
    file('test/unit/pty/session.test.ts', 40),
    file('test/process/pty.test.ts', 2),
  ];

  it('are those of its rooms, the largest first', () => {
    assert.deepEqual(measureTree(sources, 'src'), {
      files: 5,
      lines: 96,
      rooms: [
        { name: 'pty', files: 3, lines: 90 },
        { name: '(top)', files: 1, lines: 5 },
        { name: 'base', files: 1, lines: 1 },
      ],
    });
  });

  it('are those of the levels of tests', () => {
    assert.deepEqual(measureTree(sources, 'test'), {
      files: 2,
      lines: 42,
      rooms: [
        { name: 'unit', files: 1, lines: 40 },
        { name: 'process', files: 1, lines: 2 },
      ],
    });
  });

  it('are those of the rooms in the levels of tests', () => {
    const { rooms } = measureTree([...sources, file('test/top.ts', 1)], 'test', 2);
    assert.deepEqual(
      rooms.map(({ name, files }) => [name, files]),
      [
        ['unit/pty', 1],
        ['process', 1],
        ['(top)', 1],
      ],
    );
  });

  it('count the files directly in a folder', () => {
    assert.deepEqual(findLargestFolders([...sources, file('src/pty/a.ts', 1)], 3), [
      { path: 'src/pty', files: 2 },
      { path: 'src/pty/screen', files: 2 },
      { path: 'src', files: 1 },
    ]);
  });

  it('count the files below 30 lines', () => {
    assert.equal(countShortFiles([29, 30, 31, 0].map((lines) => file('src/a.ts', lines))), 2);
  });

  for (const [text, expected] of [
    ['', 0],
    ['a\n', 1],
    ['a', 1],
    ['a\n\n', 2],
    ['a\nb', 2],
  ] as const) {
    it(`count ${expected} lines in ${JSON.stringify(text)}`, () => {
      assert.equal(countLines(text), expected);
    });
  }
});
