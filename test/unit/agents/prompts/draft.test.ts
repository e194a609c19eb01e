import assert from 'node:assert/strict';
import { readDraft } from '../../../../src/agents/prompts/draft';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

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
