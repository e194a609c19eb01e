import assert from 'node:assert/strict';
import type { ReadableScreen } from '../../../../src/status/screens/screenParts';
import { AnsweredAgent } from '../../../support/agents/answeredAgent';
import { readRecordedScreen } from '../../../support/agents/recordedScreens';

/** The second option of these dialogs repeats the command, whose words begin rows as options do. */
const CODEX = readRecordedScreen('codex-36-approval-options-120x40.txt').screen;
const CLAUDE = insertBelow(
  readRecordedScreen('claude-33-permission-long-120x40.txt').screen,
  /^ {3}2\. /,
  ['      ❯ 1. No, x', '      2. Yes', '      3. y', '      4. z'],
);

describe('a dialog with an option that repeats a command', () => {
  for (const [provider, screen, keys] of [
    ['codex', CODEX, ['1', '3']],
    ['claude', CLAUDE, ['1', '4']],
  ] as const) {
    it(`is approved once, and denied, by its own options: ${provider} [A50]`, async () => {
      const agent = new AnsweredAgent();
      agent.status.provider = provider;
      agent.show(screen);
      agent.react = () => agent.status.screens.set('a', { rows: [], cursor: screen.cursor });
      await agent.through(agent.approve());
      agent.show(screen);
      await agent.through(agent.answers.deny('a'));
      assert.deepEqual(agent.typed, keys);
    });
  }
});

function insertBelow(screen: ReadableScreen, row: RegExp, more: readonly string[]): ReadableScreen {
  const at = screen.rows.findLastIndex((one) => row.test(one));
  return { ...screen, rows: screen.rows.toSpliced(at + 1, 0, ...more) };
}
