import assert from 'node:assert/strict';
import { MAX_OPEN_QUERIES } from '../../../../src/pty/limits';
import { OpenQueries } from '../../../../src/pty/screen/openQueries';
import { ManualClock } from '../../../support/manualClock';

describe('OpenQueries', () => {
  const QUERIES: readonly (readonly [about: string, query: string, answer: string])[] = [
    ['primary attributes', '\x1b[c', '\x1b[?1;2c'],
    ['secondary attributes', '\x1b[>c', '\x1b[>0;276;0c'],
    ['status', '\x1b[5n', '\x1b[0n'],
    ['cursor', '\x1b[6n', '\x1b[12;40R'],
    ['cursor', '\x1b[?6n', '\x1b[?12;40R'],
    ['colour scheme', '\x1b[?996n', '\x1b[?997;1n'],
    ['modes', '\x1b[4$p', '\x1b[4;2$y'],
    ['modes', '\x1b[?2026$p', '\x1b[?2026;2$y'],
    ['keyboard', '\x1b[?u', '\x1b[?0u'],
    ['window', '\x1b[18t', '\x1b[8;24;80t'],
    ['name', '\x1b[>0q', '\x1bP>|xterm.js(6.1.0)\x1b\\'],
    ['colours', '\x1b]11;?\x1b\\', '\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\'],
    ['colours', '\x1b]4;1;?\x1b\\', '\x1b]4;1;rgb:cd/00/00\x07'],
    ['settings', '\x1bP$qm\x1b\\', '\x1bP1$r0m\x1b\\'],
    ['settings', '\x1bP+q544e\x1b\\', '\x1bP0+r\x1b\\'],
  ];
  for (const [about, query, answer] of QUERIES) {
    it(`matches the answer ${JSON.stringify(answer)} to ${JSON.stringify(query)}`, () => {
      const queries = new OpenQueries(new ManualClock());
      const push = () => queries.push(Buffer.from(`text${query}text`));
      push();
      const others = QUERIES.filter(([other]) => other !== about);
      others.forEach(([, , other]) => queries.close(other));
      assert.equal(queries.take(), query, 'no other answer closes the query');
      push();
      queries.close(answer);
      assert.equal(queries.take(), '', 'its own answer closes the query');
    });
  }

  it('keeps the newest of too many queries', () => {
    const queries = new OpenQueries(new ManualClock());
    queries.push(Buffer.from('\x1b[6n'.repeat(10 * MAX_OPEN_QUERIES)));
    assert.equal(queries.take(), '\x1b[6n'.repeat(MAX_OPEN_QUERIES));
    assert.equal(queries.take(), '', 'the queries are returned once');
  });
});
