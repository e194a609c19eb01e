import assert from 'node:assert/strict';
import { mayContainDraft } from '../../../../src/agents/orphans/possibleDraft';

/** A screen whose second row has the input; `|` is the cursor. */
function judge(painted: string): boolean {
  const shown = painted.replace(/\x1b\[[\d;]*m/g, '');
  const column = shown.indexOf('|');
  const row = shown.replace('|', '');
  const screen = {
    rows: ['Done.', row, ''],
    cursor: { row: 1, column },
    altScreen: false,
    title: '',
  };
  return mayContainDraft(screen, `Done.\r\n${painted.replace('|', '')}\x1b[0m\r\n`);
}

describe('mayContainDraft', () => {
  const inputs: readonly (readonly [string, string, boolean])[] = [
    ['an empty input', '❯ |', false],
    ['an empty input in a frame', '│ > |      │', false],
    ['text', '❯ fix the|', true],
    ['text before the cursor', '❯ |fix the', true],
    ['text in colours before the cursor', '❯ |\x1b[38;2;80;120;255m/review', true],
    ['text after a placeholder’s colour', '❯ |\x1b[2m\x1b[22mfix', true],
    ['a placeholder of Codex', '\x1b[1m›\x1b[22m |\x1b[2mAsk Codex to do anything', false],
    ['a placeholder of Gemini', '> |\x1b[38;2;175;175;175mType your message', false],
    ['a grey placeholder of 256 colours', '❯ |\x1b[38;5;244mAsk anything', false],
    ['a faint placeholder in a frame', '│ > |\x1b[2mAsk\x1b[22m  │', false],
    ['a placeholder with a letter that is not faint', '❯ |\x1b[2mAsk\x1b[22m me', true],
    ['a row that is no input', 'Password: |', true],
  ];
  for (const [what, painted, expected] of inputs) {
    it(`is ${expected} for ${what}`, () => {
      assert.equal(judge(painted), expected);
    });
  }

  it('is true for text after the cursor whose colours are not found', () => {
    const screen = { rows: ['❯ abc'], cursor: { row: 0, column: 2 }, altScreen: false, title: '' };
    assert.equal(mayContainDraft(screen, ''), true);
  });
});
