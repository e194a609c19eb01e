import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { readProgress, readTitle } from '../../../../src/status/sources/oscSignal';

/** Recorded titles, and the expected states. */
const TITLES: readonly (readonly [string, string, string | undefined])[] = [
  ['claude', '✳ Claude Code', undefined],
  ['claude', '◐ Claude Code', 'working'],
  ['claude', '⠂ Claude Code', 'working'],
  ['claude', 'Claude Code', undefined],
  ['codex', 'codex3', undefined],
  ['codex', '⠙ codex1', 'working'],
  ['codex', '[ . ] Action Required | codex3', 'permission'],
  ['codex', '[ ! ] Action Required | codex3', 'permission'],
  ['gemini', '◇  Ready (gem2)                       ', 'idle'],
  ['gemini', '✦  Working… (gem2)', 'working'],
  ['gemini', '✋  Action Required (gem2)', 'permission'],
  ['qwen', 'Qwen - qwen2', 'idle'],
  ['qwen', '◐︎ Qwen - qwen2', 'working'],
  ['qwen', '✳︎ Qwen - qwen2', 'permission'],
  ['grok', 'hello SLOW fake - grok', undefined],
  ['grok', '⠧ - Responding - hello SLOW fake - grok', 'working'],
  ['grok', '⚠ Action Required - ⠴ - fake description… - grok', 'permission'],
  ['copilot', '● Working - GitHub Copilot', undefined],
  ['claude', '\x07\x1b◐ split\nin two', 'working'],
  ['claude', '', undefined],
];

describe('readTitle', () => {
  for (const [id, title, expected] of TITLES) {
    it(`${id}: ${JSON.stringify(title)}`, () => {
      const rules = BUILT_IN_PROVIDERS.find((one) => one.id === id)?.status.titles ?? [];
      const state = readTitle(rules, title, 1)?.state;
      assert.equal(state?.kind === 'needsInput' ? state.need : state?.kind, expected);
    });
  }

  it('removes control characters from its reason, and limits its length', () => {
    const rules = [{ id: 'any', shows: 'working', title: /^a/ }] as const;
    const reason =
      readTitle(rules, `a\x07\x1b[31m\u009b\u202e${'b'.repeat(9000)}`, 1)?.reason ?? '';
    assert.doesNotMatch(reason, /[\x00-\x1f\x7f-\x9f\u202e]/);
    assert.ok(reason.length < 400);
  });
});

describe('readProgress', () => {
  const ROWS: readonly (readonly [string, 'working' | undefined | 'none'])[] = [
    ['4;1;50', 'working'],
    ['4;3', 'working'],
    ['4;3;', 'working'],
    ['4;0;0', undefined],
    ['4;2;100', undefined],
    ['4;9;1', 'none'],
    ['build finished', 'none'],
    ['4;1;1;rm', 'none'],
  ];
  for (const [data, expected] of ROWS) {
    it(JSON.stringify(data), () => {
      const signal = readProgress(data, 1);
      assert.equal(typeof signal === 'object' ? signal.state.kind : signal, expected);
    });
  }
});
