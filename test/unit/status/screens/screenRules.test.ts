import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type { ScreenRule } from '../../../../src/providers/model/statusFacts';
import { formatScreenCase, parseScreenCase } from '../../../../src/status/screens/screenCase';

/** The order in which rules are tried: questions, then work, then reasons for rest. */
const ORDER = { needs: 0, working: 1, limited: 2, failed: 3, idle: 4 } as const;

describe('the screen rules of the providers', () => {
  for (const { id, status } of BUILT_IN_PROVIDERS) {
    const { rules, version } = status.screen;
    if (rules.length === 0) {
      continue;
    }
    it(`${id}: have unique ids, a version and the expected order`, () => {
      assert.ok(version >= 1);
      assert.equal(new Set(rules.map((rule) => rule.id)).size, rules.length);
      const ranks = rules.flatMap(({ shows }) => rankOf(shows) ?? []);
      assert.deepEqual(ranks, ranks.toSorted());
    });

    it(`${id}: have no patterns with the flags g or y`, () => {
      const flags = rules
        .flatMap(({ all = [], any = [], none = [] }) => [...all, ...any, ...none])
        .map((pattern) => pattern.flags);
      assert.deepEqual(
        [...new Set(flags)].filter((one) => /[gy]/.test(one)),
        [],
      );
    });
  }
});

describe('screen cases', () => {
  it('are formatted as text that parseScreenCase reads back', () => {
    const screen = { rows: ['a', '', '  ❯ b', '', ''], cursor: { row: 2, column: 5 }, title: 't' };
    const one = { provider: 'claude', expect: 'permission', note: 'a note', screen } as const;
    assert.deepEqual(parseScreenCase(formatScreenCase(one)), one);
  });

  it('keep a title and a note on one line each', () => {
    const screen = {
      rows: ['---', 'x'],
      cursor: { row: 0, column: 0 },
      title: 'a\n---\nexpect: idle',
    };
    const text = formatScreenCase({ provider: 'codex', expect: 'working', note: 'n\n', screen });
    const { expect, screen: read } = parseScreenCase(text);
    assert.deepEqual([expect, read.rows], ['working', ['---', 'x']]);
  });

  it('are rejected with a reason if the text is malformed', () => {
    assert.throws(() => parseScreenCase('hello'), /has no "expect"/);
    assert.throws(() => parseScreenCase('expect: dancing\n---\n'), /expected to be one of working/);
  });
});

function rankOf(shows: ScreenRule['shows']): number | undefined {
  switch (shows) {
    case 'skip':
      return undefined;
    case 'permission':
    case 'question':
    case 'trust':
      return ORDER.needs;
    case 'working':
    case 'limited':
    case 'failed':
    case 'idle':
      return ORDER[shows];
  }
}
