import assert from 'node:assert/strict';
import { findRepeatedBlocks } from '../../../../scripts/lib/stats/repeatedBlocks.mjs';
import { parseSources } from '../../../../scripts/lib/stats/sources.mjs';

/** One file for each text, a.ts, b.ts and so on. */
function find(...texts: readonly string[]) {
  const pathOf = (at: number) => `src/${String.fromCharCode(97 + at)}.ts`;
  return findRepeatedBlocks(
    parseSources(texts.map((text, at) => ({ path: pathOf(at), text: `${text}\n` }))),
  );
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `call(${from + at});`).join('\n');

describe('findRepeatedBlocks', () => {
  it('finds blocks of 8 lines or more, in their full length', () => {
    assert.deepEqual(find(lines(1, 7), lines(1, 7)), []);
    assert.deepEqual(find(`own();\n${lines(1, 9)}`, `${lines(1, 9)}\nother();`), [
      { lines: 9, places: ['src/a.ts:2', 'src/b.ts:1'] },
    ]);
  });

  it('finds two blocks in one file, and none that span files', () => {
    assert.deepEqual(find(`${lines(1, 8)}\nown();\n${lines(1, 8)}`), [
      { lines: 8, places: ['src/a.ts:1', 'src/a.ts:10'] },
    ]);
    assert.deepEqual(find(lines(1, 8), lines(9, 16), `${lines(5, 8)}\n${lines(9, 12)}`), []);
  });

  it('ignores white space, comments and lone punctuation', () => {
    const spread = lines(1, 8)
      .replace('call(2);', '  call( 2 ); // why')
      .replace('call(5);', '{\n/* a\n   comment */\n\ncall(5);\n}')
      .replace('call(7);', '/** A doc comment. */\ncall(7);');
    assert.deepEqual(find(lines(1, 8), spread), [
      { lines: 8, places: ['src/a.ts:1', 'src/b.ts:1'] },
    ]);
  });

  it('skips imports', () => {
    const imports = Array.from({ length: 9 }, (_, at) => `import {\n  x${at},\n} from './x';`);
    const exports = Array.from({ length: 9 }, (_, at) => `export * from './y${at}';`);
    const text = [...imports, ...exports].join('\n');
    assert.deepEqual(find(text, text), []);
  });

  it('compares words, strings and templates', () => {
    const text = (word: string) => `${lines(1, 4)}\ncall(${word});\n${lines(6, 9)}`;
    assert.deepEqual(find(text('a'), text('b')), []);
    assert.deepEqual(find(text("'// a'"), text("'// b'")), []);
    assert.deepEqual(find(text('`\n${a}\n// x`'), text('`\n${a}\n// y`')), []);
    assert.equal(find(text('`\n${a}\n// x`'), text('`\n${a}\n// x`'))[0]?.lines, 11);
  });

  it('counts a part of a larger block only if it also stands alone', () => {
    const large = lines(1, 20);
    const both = [{ lines: 20, places: ['src/a.ts:1', 'src/b.ts:1'] }];
    assert.deepEqual(find(large, large), both);
    assert.deepEqual(find(large, large, `own();\n${lines(6, 14)}`), [
      ...both,
      { lines: 9, places: ['src/a.ts:6', 'src/b.ts:6', 'src/c.ts:2'] },
    ]);
    assert.deepEqual(find(large, large, `${lines(1, 9)}\nown();`), [
      ...both,
      { lines: 9, places: ['src/a.ts:1', 'src/b.ts:1', 'src/c.ts:1'] },
    ]);
  });

  it('does not treat a list of equal lines as overlapping blocks', () => {
    const same = (count: number) => Array.from({ length: count }, () => 'call();').join('\n');
    assert.deepEqual(find(same(15)), []);
    assert.deepEqual(find(same(16)), [{ lines: 8, places: ['src/a.ts:1', 'src/a.ts:9'] }]);
  });
});
