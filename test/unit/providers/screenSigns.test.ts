import assert from 'node:assert/strict';
import { readScreen } from '../../../src/status/screens/readScreen';
import type { ReadableScreen } from '../../../src/status/screens/screenParts';
import { providerOf } from '../../support/agents/transcriptLines';
import { readRecordedScreen } from '../../support/status/recordedScreens';

/** Recorded dialogs and, for each, the signs without one of which it is not that dialog. */
const SIGNS: readonly (readonly [string, readonly RegExp[]])[] = [
  ['commandcode/80x24/trust', [/^Do you trust/, /1\. Yes, proceed$/]],
  ['commandcode/80x24/permission', [/1\. Yes$/, /3\. No, tell/, /^↑\/↓ navigate/]],
  ['commandcode/80x24/question', [/^● Colour/, /1\. Red$/]],
  ['commandcode/80x24/question-plan', [/^Approve/, /^Cancel/]],
  ['commandcode/80x24/sign-in', [/^Sign in/, /^│ API Key/]],
];

const COMPOSER = ['─'.repeat(80), '❯ Ask your question...', '─'.repeat(80), '  ? for shortcuts'];

/** Rows above the composer of an agent at rest, and what they show. */
const LAST_ROWS: readonly (readonly [string, string, readonly string[]])[] = [
  ['work', 'working', [' ✧ Working…']],
  ['the output of a tool', 'idle', [' SHELL  [cat notes]', ' └ ✧ Working…  esc to interrupt • 1s']],
  ['an error', 'failed', ['❯ Go on', '⚠ Something went wrong.']],
  ['an error before another prompt', 'idle', ['⚠ Error: 400', '❯ Go on']],
  ['an error before an answer', 'idle', ['⚠ Error: 400', '⠶ It works.']],
  ['a limit', 'limited', ['❯ Go on', "◼ You've reached today's limit on model."]],
  ['a notice', 'idle', ['❯ Go on', "◼ You've reached the end."]],
];

describe('the signs of a screen of Command Code', () => {
  for (const [name, signs] of SIGNS) {
    it(`are all needed: ${name}`, () => {
      const { screen } = readRecordedScreen(`${name}.txt`);
      const rule = ruleOf(screen);
      assert.ok(rule);
      for (const sign of signs) {
        const rows = screen.rows.filter((row) => !sign.test(row));
        assert.ok(rows.length < screen.rows.length, `${sign} is on the screen`);
        assert.notEqual(ruleOf({ ...screen, rows }), rule, String(sign));
      }
    });
  }

  for (const [name, expected, rows] of LAST_ROWS) {
    it(`above its composer are read: ${name}`, () => {
      assert.equal(kindOf([...rows, '', ...COMPOSER]), expected);
    });
  }

  it('are not those of text without its composer', () => {
    assert.equal(kindOf(['⠶ It ends:', '  good bye.']), undefined);
  });
});

function kindOf(rows: readonly string[]): string | undefined {
  const reading = read({ rows, cursor: { row: rows.length, column: 0 } });
  return typeof reading === 'object' ? reading.state.kind : reading;
}

function ruleOf(screen: ReadableScreen): string | undefined {
  const reading = read(screen);
  return typeof reading === 'object' ? reading.ruleId : reading;
}

function read(screen: ReadableScreen): ReturnType<typeof readScreen> {
  return readScreen(providerOf('commandcode').status.screen.rules, screen);
}
