import assert from 'node:assert/strict';
import { formatStats } from '../../../../scripts/lib/stats/formatStats.mjs';
import { measure } from '../../../../scripts/lib/stats/measure.mjs';
import { parseStatsOptions } from '../../../../scripts/lib/stats/statsOptions.mjs';

const CALLS = Array.from({ length: 8 }, (_, at) => `call(${at});`).join('\n');
const WIDE = Array.from({ length: 7 }, (_, at) => `p${at}: string`).join(', ');

const SOURCES = [
  { path: 'src/core.ts', text: "import './pty/a';\nf({ ...a });\n" },
  { path: 'src/pty/a.ts', text: `import '../core';\n${CALLS}\nfunction f() {\n}\n` },
  {
    path: 'src/pty/b.ts',
    text: `import type { C } from './c';\n${CALLS}\nclass B { constructor(${WIDE}) {} }\n`,
  },
  { path: 'src/pty/c.ts', text: "import './b';\n" },
  { path: 'test/unit/a.test.ts', text: `import './b.test';\n${CALLS}\nf({ ...a });\n` },
  {
    path: 'test/unit/b.test.ts',
    text: `import './a.test';\nclass B { constructor(${WIDE}) {} }\n`,
  },
];

describe('formatStats', () => {
  it('prints the measures of src, and the size of test', () => {
    assert.deepEqual(formatStats(measure(SOURCES)).split('\n'), [
      'src: 4 files, 24 lines',
      '  folder  files  lines',
      '  pty         3     22',
      '  (top)       1      2',
      'test: 2 files, 12 lines',
      '  folder  files  lines',
      '  unit        2     12',
      'folders of src with the most .ts files of their own',
      '  src/pty  3',
      '  src      1',
      'files of src under 30 lines: 4',
      'functions of src, in lines: count 2, median 1, 99th percentile 2',
      '  longest  2  f  src/pty/a.ts:10',
      'wiring (src/core*.ts, src/window.ts, src/main/**): 1 files, 2 lines, 1 spread assignments',
      'wiring (create*.ts of rooms): 0 files, 0 lines, 0 spread assignments',
      'classes with more than 6 dependencies: 1',
      '  7  B  src/pty/b.ts:10',
      'import cycles: 1',
      '  2 files  src/core.ts > src/pty/a.ts > src/core.ts',
      'import cycles by `import type` only: 1',
      '  2 files  src/pty/b.ts > src/pty/c.ts > src/pty/b.ts',
      'exports of src that no other file of bench, scripts, src and test imports: 0',
      'repeated blocks of 8 lines or more: 1',
      '  8  src/pty/a.ts:2 src/pty/b.ts:2',
    ]);
  });

  it('lists the five largest folders and the five largest blocks', () => {
    const texts = Array.from({ length: 6 }, (_, at) =>
      Array.from({ length: 8 + at }, (_line, line) => `call(${at}, ${line});`).join('\n'),
    );
    const stats = measure(
      texts.flatMap((text, at) => [
        { path: `src/a${at}/one.ts`, text },
        { path: `src/a${at}/two.ts`, text },
      ]),
    );
    assert.equal(stats.largestFolders.length, 5);
    assert.equal(stats.repeatedBlocks.count, 6);
    assert.deepEqual(
      stats.repeatedBlocks.largest.map(({ lines }) => lines),
      [13, 12, 11, 10, 9],
    );
  });

  it('prints zeros for an empty checkout', () => {
    assert.match(formatStats(measure([])), /^src: 0 files, 0 lines$/m);
  });
});

describe('parseStatsOptions', () => {
  for (const [args, expected] of [
    [[], { kind: 'measure', root: undefined, json: false }],
    [['--root', 'a b', '--json'], { kind: 'measure', root: 'a b', json: true }],
    [['-h'], { kind: 'help' }],
  ] as const) {
    it(`accepts ${JSON.stringify(args)}`, () => {
      assert.deepEqual(parseStatsOptions(args), expected);
    });
  }

  for (const args of [['--root'], ['--colour'], ['stray']]) {
    it(`refuses ${JSON.stringify(args)}`, () => {
      assert.equal(parseStatsOptions(args).kind, 'wrong');
    });
  }
});
