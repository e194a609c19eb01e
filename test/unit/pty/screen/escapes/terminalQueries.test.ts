import assert from 'node:assert/strict';
import { findQueries } from '../../../../../src/pty/screen/escapes/terminalQueries';

describe('findQueries', () => {
  const queries: readonly (readonly [name: string, sequence: string])[] = [
    ['primary device attributes', '\x1b[c'],
    ['primary device attributes with 0', '\x1b[0c'],
    ['secondary device attributes', '\x1b[>c'],
    ['cursor position', '\x1b[6n'],
    ['extended cursor position', '\x1b[?6n'],
    ['name and version', '\x1b[>0q'],
    ['mode', '\x1b[?2026$p'],
    ['keyboard flags', '\x1b[?u'],
    ['size in cells', '\x1b[18t'],
    ['foreground, BEL', '\x1b]10;?\x07'],
    ['background, ST', '\x1b]11;?\x1b\\'],
    ['palette', '\x1b]4;1;?\x07'],
    ['several palette colours', '\x1b]4;1;?;2;?\x1b\\'],
    ['a colour among changes', '\x1b]10;#fff;?\x07'],
    ['colour scheme', '\x1b[?996n'],
    ['capability', '\x1bP+q544e\x1b\\'],
    ['setting', '\x1bP$qm\x1b\\'],
  ];
  for (const [name, sequence] of queries) {
    it(`finds the query for ${name}`, () => {
      assert.deepEqual(
        findQueries(`a${sequence}b`).map(({ end }) => end),
        [1 + sequence.length - (/^\x1b\].*\x1b\\$/.test(sequence) ? 1 : 0)],
      );
    });
  }

  it('finds no query in output that draws', () => {
    const drawing =
      '\x1b[31mred\x1b[0m\x1b[2J\x1b[H\x1b[?25l\x1b[?1049h\x1b[1 q\x1b]0;title\x07\x1b[>1u\x1b[8;24;80t\x1b]4;1;#fff\x07?\x1b]10;#fff\x07?\x1b]7501;?\x07';
    assert.deepEqual(findQueries(drawing), []);
  });

  it('returns the complete queries without the output between them', () => {
    const output =
      'a\x1b[6nb\x1b[31m\x1b]4;1;?;2;?\x07c\x1b]10;?\x1b\\d\x1bP$qm\x1b\\e\x1b[?2026$p';
    assert.equal(
      findQueries(output)
        .map(({ query }) => query)
        .join(''),
      '\x1b[6n\x1b]4;1;?;2;?\x1b\\\x1b]10;?\x1b\\\x1bP$qm\x1b\\\x1b[?2026$p',
    );
  });

  it('ignores an unfinished query', () => {
    assert.deepEqual(findQueries('a\x1b]4;1;?;2'), []);
  });
});
