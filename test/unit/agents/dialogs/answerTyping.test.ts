import assert from 'node:assert/strict';
import { SETTLED_MS } from '../../../../src/agents/dialogs/answerTyping';
import { SessionError } from '../../../../src/base/errors';
import type { ReadableScreen } from '../../../../src/status/screens/screenParts';
import { AnsweredAgent, insertRow, replaceRow } from '../../../support/agents/answeredAgent';
import { seededRandom } from '../../../support/pty/hostileOutput';
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

  it('types no key into a dialog that appears after the last reading', async () => {
    agent.show(PERMISSION);
    agent.beforeWrite = () => agent.show(TRUST);
    await agent.refused(agent.approve(), /asked "[^"]+" while it was being answered/);
    assert.deepEqual(agent.typed, []);
  });

  it('reads a dialog again that was drawn again after the last reading', async () => {
    agent.show(PERMISSION);
    let draws = 0;
    agent.beforeWrite = () => void (draws++ < 3 && agent.show(PERMISSION));
    await agent.through(agent.approve());
    assert.deepEqual(agent.typed, ['1']);
  });

  it('types no key if the mark has moved since the last reading', async () => {
    agent.show(PERMISSION);
    agent.beforeWrite = () => agent.show(moveMark(PERMISSION, '1\\. Yes', '2\\. Yes'));
    await agent.refused(agent.approve(), /moved the selection in its list while/);
    assert.deepEqual(agent.typed, []);
  });

  it('is not typed while the agent writes all the time', async () => {
    agent.show(PERMISSION);
    agent.beforeWrite = () => {
      agent.clock.advance(100);
      agent.show(PERMISSION);
    };
    await agent.refused(agent.approve(), /writes all the time while it asks/);
    assert.deepEqual(agent.typed, []);
  });

  it('reaches only the screen that was read, whenever the agent draws another one', async () => {
    let typed = 0;
    for (let seed = 1; seed <= 200; seed++) {
      agent = new AnsweredAgent();
      const random = seededRandom(seed);
      agent.show(PERMISSION);
      let shown: ReadableScreen = PERMISSION;
      const draw = (): void => {
        shown = random(2) === 0 ? PERMISSION : TRUST;
        agent.show(shown);
      };
      const reached: ReadableScreen[] = [];
      agent.react = () => {
        reached.push(shown);
        shown = IDLE;
        agent.show(IDLE);
      };
      agent.beforeWrite = () => void (random(3) === 0 && draw());
      for (let draws = 0; draws < 3; draws++) {
        agent.clock.schedule(random(2 * SETTLED_MS), () => shown !== IDLE && draw());
      }
      await agent.through(agent.approve()).catch((error: unknown) => {
        assert.ok(SessionError.is(error, 'ILLEGAL_STATE'), String(error));
      });
      typed += reached.length;
      assert.ok(reached.length <= 1 && !reached.includes(TRUST), `seed ${seed}`);
    }
    assert.ok(typed >= 50, `${typed} answers were typed`);
  });

  it('submits a text that the agent draws in parts', async () => {
    const filled = (text: string) => replaceRow(QUESTION, /Type something\./, text);
    agent.react = (data) => agent.show(data === '\r' ? IDLE : filled('a dark'));
    agent.show(moveMark(QUESTION, '1\\.', '3\\.'));
    let isWhole = false;
    agent.beforeWrite = () => {
      if (agent.typed.at(-1) === 'a dark green' && !isWhole) {
        isWhole = true;
        agent.show(filled('a dark green'));
      }
    };
    await agent.through(agent.answers.reply('a', 'a dark green'));
    assert.deepEqual(agent.typed.slice(-2), ['a dark green', '\r']);
  });
});
