import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { readScreen } from '../../../../src/status/screens/readScreen';
import { readRecordedScreen } from '../../../support/status/recordedScreens';
import type { ScreenRule } from '../../../../src/providers/model/statusFacts';
import { formatScreenCase, parseScreenCase } from '../../../../src/status/screens/screenCase';

/** The order in which rules are tried: questions, then work, then reasons for rest. */
const ORDER = { needs: 0, working: 1, limited: 2, failed: 3, idle: 4 } as const;

const UNKNOWN_MODEL = {
  kind: 'needsInput',
  need: 'question',
  question: 'Model "no-such-model" was not found or is invalid.',
  request: { kind: 'partial', why: 'no rule finds the whole request of this dialog' },
} as const;

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

describe('the reason that a screen shows', () => {
  for (const [file, expected] of [
    ['claude-13-apierror.txt', { kind: 'failed', error: 'API Error: 400 fake failure 400' }],
    ['claude-38-limit-80x24.txt', { kind: 'limited', resets: undefined }],
    ['claude-70-limit-made.txt', { kind: 'limited', resets: '3pm (Europe/Berlin)' }],
    [
      'codex-37-error-80x24.txt',
      {
        kind: 'failed',
        error: '{"error":{"message":"fake failure 400","type":"invalid_request_error"}}',
      },
    ],
    ['codex-70-limit-made.txt', { kind: 'limited', resets: '3:05 PM' }],
    ['commandcode-11-limit-80x24.txt', { kind: 'limited', resets: '27d 15h' }],
    ['gemini/80x24/question-model.txt', UNKNOWN_MODEL],
    ['gemini/200x50/question-model.txt', UNKNOWN_MODEL],
  ] as const) {
    it(`is read from ${file}`, () => {
      const { provider, screen } = readRecordedScreen(file);
      const { rules } = BUILT_IN_PROVIDERS.find(({ id }) => id === provider)?.status.screen ?? {};
      const reading = readScreen(rules ?? [], screen);
      assert.ok(typeof reading === 'object');
      assert.deepEqual(reading.state, expected);
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
    case 'picker':
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
