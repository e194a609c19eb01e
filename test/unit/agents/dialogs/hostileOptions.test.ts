import assert from 'node:assert/strict';
import type { ReadableScreen } from '../../../../src/status/screens/screenParts';
import { AnsweredAgent, replaceRow } from '../../../support/agents/answeredAgent';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

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

describe('a dialog in the place of a question whose reply is being typed', () => {
  it('gets no Enter, which would approve its request [A51]', async () => {
    const question = readRecordedScreen('claude-09-askuser.txt').screen;
    const marked = replaceRow(replaceRow(question, /❯ 1/, '  1'), /  3\. /, '❯ 3. ');
    const agent = new AnsweredAgent();
    agent.react = (data) =>
      agent.show(data === '3' ? marked : readRecordedScreen('claude-11-permission.txt').screen);
    agent.show(question);
    const reply = agent.answers.reply('a', 'a dark green');
    await agent.refused(reply, /asked ".*" while it was being answered/);
    assert.deepEqual(agent.typed, ['3', 'a dark green']);
  });
});

function insertBelow(screen: ReadableScreen, row: RegExp, more: readonly string[]): ReadableScreen {
  const at = screen.rows.findLastIndex((one) => row.test(one));
  return { ...screen, rows: screen.rows.toSpliced(at + 1, 0, ...more) };
}
