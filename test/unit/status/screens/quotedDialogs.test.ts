import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { readScreen } from '../../../../src/status/screens/readScreen';
import type { ReadableScreen } from '../../../../src/status/screens/screenParts';
import { parseScreenCase } from '../../../../src/status/screens/screenCase';

/** A dialog, an idle screen of its agent, and how far above the cursor the composer begins. */
const QUOTES: readonly (readonly [string, string, number])[] = [
  ['claude-11-permission', 'claude-07-answer', 1],
  ['claude-09-askuser', 'claude-07-answer', 1],
  ['claude-02-trust-dialog', 'claude-07-answer', 1],
  ['claude-41-dsp-dialog', 'claude-07-answer', 1],
  ['codex-11-approval', 'codex-06-answer', 0],
  ['codex-02-trust', 'codex-06-answer', 0],
  ['codex-08-hooks-fresh', 'codex-06-answer', 0],
  ['gemini-13-approval', 'gemini-12-answer', 4],
  ['qwen-13-approval', 'qwen-10-idle', 1],
  ['opencode-13-approval', 'opencode-12-answer', 1],
  ['copilot-13-approval', 'copilot-12-answer', 2],
  ['cline-13-approval', 'cline-12-idle', 1],
  ['grok-13-approval', 'grok-10-idle', 1],
  ['kimi-15-approval-made', 'kimi-13-answer', 1],
  ['cont-13-approval', 'cont-10-idle', 3],
  ...['permission', 'permission-edit', 'question', 'question-plan', 'sign-in', 'trust'].map(
    (name) => [`commandcode/80x24/${name}`, 'commandcode/80x24/idle-answer', 7] as const,
  ),
];

/** A dialog, an idle screen of its agent with a draft, and the row of that draft. */
const DRAFTS: readonly (readonly [string, string, RegExp])[] = [
  'permission',
  'permission-edit',
  'question',
  'question-plan',
  'sign-in',
  'trust',
].map((name) => [`commandcode/80x24/${name}`, 'commandcode/80x24/idle-draft', /^❯ A draft$/]);

const PROSE_ROWS = 14;

describe('a transcript that quotes a dialog', () => {
  for (const [dialog, idle, above] of QUOTES) {
    for (const indent of ['', '  ']) {
      it(`is read as idle: ${dialog} in ${idle}${indent && ', indented'}`, () => {
        const quoted = load(dialog)
          .screen.rows.filter((row) => row.trim() !== '')
          .slice(-PROSE_ROWS);
        const { provider, screen } = load(idle);
        const composer = screen.cursor.row - above;
        const prose = quoted.map((row) => `${indent}${row}`);
        const rows = [...prose, '', ...screen.rows.slice(composer)];
        const row = screen.cursor.row - composer + prose.length + 1;
        assert.equal(readKind(provider, { rows, cursor: { ...screen.cursor, row } }), 'idle');
      });
    }
  }
});

describe('a draft that quotes a dialog', () => {
  for (const [dialog, idle, draft] of DRAFTS) {
    it(`is read as idle: ${dialog} in ${idle}`, () => {
      const { provider, screen } = load(idle);
      const at = screen.rows.findLastIndex((row) => draft.test(row));
      const quoted = load(dialog).screen.rows.slice(-PROSE_ROWS);
      const rows = [...screen.rows.slice(0, at + 1), ...quoted, ...screen.rows.slice(at + 1)];
      const cursor = { ...screen.cursor, row: screen.cursor.row + quoted.length };
      assert.equal(readKind(provider, { rows, cursor }), 'idle');
    });
  }
});

function readKind(provider: string, screen: ReadableScreen): string | undefined {
  const { rules } = BUILT_IN_PROVIDERS.find(({ id }) => id === provider)?.status.screen ?? {};
  const reading = readScreen(rules ?? [], screen);
  return typeof reading === 'object' ? reading.state.kind : reading;
}

function load(name: string) {
  const path = join(process.cwd(), 'test', 'fixtures', 'screens', `${name}.txt`);
  return parseScreenCase(readFileSync(path, 'utf8'));
}
