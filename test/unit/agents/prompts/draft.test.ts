import assert from 'node:assert/strict';
import { readDraft } from '../../../../src/agents/prompts/draft';
import { listRecordedScreens, readRecordedScreen } from '../../../support/status/recordedScreens';

/** Screens with a text in the input, which was typed or which an interrupt restored. */
const TYPED = /typed|typing|slash|interrupted/;

describe('readDraft', () => {
  const read = (row: string, column: number) =>
    readDraft({ rows: ['said', row], cursor: { row: 1, column }, altScreen: false, title: '' });

  for (const [row, column, draft] of [
    ['❯ fix the', 9, 'fix the'],
    ['❯', 2, ''],
    ['› Ask me to do anything', 2, ''],
    ['│ > half a thought          │', 18, 'half a thought'],
    ['  ┃ ❯ x', 7, 'x'],
    ['*   do it', 9, 'do it'],
    [' *   Type your message', 5, ''],
    ['* a list', 8, undefined],
    ['$ ls', 4, undefined],
    ['  any row of text', 8, undefined],
    ['❯ 1. Yes', 0, undefined],
  ] as const) {
    it(`returns ${JSON.stringify(draft)} for ${JSON.stringify(row)} with the cursor at ${column}`, () => {
      assert.equal(read(row, column), draft);
    });
  }

  for (const [what, rows, cursor, draft] of [
    ['of two rows', ['❯ one', '  two'], { row: 1, column: 5 }, 'one\ntwo'],
    ['whose last row is empty', ['› one', ''], { row: 1, column: 2 }, 'one'],
    ['in a box', ['╭──', '│ > one  │', '│   two  │'], { row: 2, column: 7 }, 'one\ntwo'],
    ['with a bar', ['  ┃', '  ┃  one', '  ┃  two'], { row: 2, column: 8 }, 'one\ntwo'],
    ['that is empty beside a bar', ['  ┃', '  ┃  Ask'], { row: 1, column: 5 }, ''],
    ['above a rule', ['❯ one', '─────', '  two'], { row: 2, column: 5 }, undefined],
    ['far from the cursor', ['› one', '  two'], { row: 1, column: 80 }, undefined],
    ['above an answer', ['❯ one', '● two', '  three'], { row: 2, column: 7 }, undefined],
  ] as const) {
    it(`returns ${JSON.stringify(draft)} for a text ${what}`, () => {
      assert.equal(readDraft({ rows, cursor, altScreen: false, title: '' }), draft);
    });
  }

  it('returns no text for a recorded screen without a dialog, whose input is empty', () => {
    const drafts = listRecordedScreens()
      .filter((file) => !TYPED.test(file))
      .map((file) => ({ file, ...readRecordedScreen(file) }))
      .filter(({ expect }) => /^(?:idle|working|failed|limited)$/.test(expect))
      .map(({ file, screen }) => ({ file, draft: readDraft({ altScreen: false, ...screen }) }))
      .filter(({ draft }) => draft !== undefined && draft !== '');
    assert.deepEqual(drafts, []);
  });

  it('returns the typed text of recorded Claude Code and Codex screens, and no placeholder', () => {
    const files = ['claude-04-idle.txt', 'claude-05-typed.txt', 'codex-04-idle.txt'];
    const drafts = files.map((file) =>
      readDraft({ ...readRecordedScreen(file).screen, altScreen: false }),
    );
    assert.equal(drafts[0], '');
    assert.notEqual(drafts[1] ?? '', '');
    assert.equal(drafts[2], '');
  });
});
