import assert from 'node:assert/strict';
import { SETTLED_MS } from '../../../../src/agents/dialogs/answerTyping';
import type { ReadableScreen } from '../../../../src/status/screens/screenParts';
import { AnsweredAgent, insertRow, replaceRow } from '../../../support/agents/answeredAgent';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

const TRUST = readRecordedScreen('claude-02-trust-dialog.txt').screen;
const PERMISSION = readRecordedScreen('claude-11-permission.txt').screen;
const QUESTION = readRecordedScreen('claude-09-askuser.txt').screen;
const IDLE = readRecordedScreen('claude-04-idle.txt').screen;

/** The same screen with the mark moved between the rows that begin with these labels. */
function moveMark(screen: ReadableScreen, from: string, to: string): ReadableScreen {
  const unmarked = replaceRow(screen, new RegExp(`❯ (?=${from})`), '  ');
  return replaceRow(unmarked, new RegExp(` {2}(?=${to})`), '❯ ');
}

describe('an answer that is typed', () => {
  let agent: AnsweredAgent;
  beforeEach(() => {
    agent = new AnsweredAgent();
  });

  /** Each key moves the mark from the first of two screens to the second, or back. */
  function alternate(first: ReadableScreen, second: ReadableScreen): void {
    agent.react = () => agent.show(agent.typed.length % 2 === 0 ? first : second);
    agent.show(first);
  }

  it('waits again if the mark moves while it waits', async () => {
    agent.clock.advance(10_000);
    agent.show(PERMISSION);
    const shown = agent.status.get('a');
    agent.status.set('a', shown.state, { ...shown, since: agent.clock.now() });
    const begin = agent.clock.now();
    const moved = moveMark(PERMISSION, '1\\. Yes', '2\\. Yes');
    agent.clock.schedule(SETTLED_MS - 200, () => agent.status.screens.set('a', moved));
    agent.react = () => agent.show(IDLE);
    await agent.through(agent.approve());
    assert.ok(agent.clock.now() - begin >= 2 * SETTLED_MS - 200);
    assert.deepEqual(agent.typed, ['1']);
  });

  it('is not submitted if its keys never mark its option', async () => {
    const three = insertRow(TRUST, '   Yes, I trust nothing', /Yes, I/);
    alternate(three, moveMark(three, 'No, exit', 'Yes, I trust nothing'));
    await agent.refused(agent.approve(), /does not select the wanted answer/);
    assert.deepEqual(new Set(agent.typed), new Set(['\x1b[B']));
  });

  it('types no text if its keys never mark the option for free text', async () => {
    alternate(QUESTION, moveMark(QUESTION, '1\\.', '2\\.'));
    await agent.refused(agent.answers.reply('a', 'green'), /does not select the wanted answer/);
    assert.deepEqual(new Set(agent.typed), new Set(['3']));
  });
});
