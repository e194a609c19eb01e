import assert from 'node:assert/strict';
import { PersonTyping } from '../../../../src/agents/prompts/personTyping';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';

describe('PersonTyping', () => {
  const row = '❯ half a thought';
  const screen = {
    rows: [row],
    cursor: { row: 0, column: row.length },
    altScreen: false,
    title: '',
  };

  /** Whether the terminal gets quiet, and after how long; the last key was pressed at `lastInputAt`. */
  async function untilQuiet(lastInputAt: number | null, what: 'input' | 'keys') {
    const clock = new ManualClock();
    const session = sessionInfo({ id: 'a', lastInputAt });
    const sessions = {
      get: () => session,
      find: () => ({
        screen: () => Promise.resolve(screen),
        colouredText: () => Promise.resolve(row),
      }),
    };
    let isQuiet: boolean | undefined;
    const waiting = new PersonTyping(sessions, clock)
      .untilQuiet('a', what)
      .then((result) => (isQuiet = result));
    for (let turn = 0; isQuiet === undefined && turn < 200; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isQuiet === undefined) {
        clock.advance(100);
      }
    }
    return { isQuiet: await waiting, ms: clock.now() };
  }

  it('waits for two seconds without a key', async () => {
    assert.deepEqual(await untilQuiet(0, 'keys'), { isQuiet: true, ms: 2000 });
  });

  it('gives up a person who typed a text and left it, after ten seconds', async () => {
    assert.deepEqual(await untilQuiet(-5000, 'input'), { isQuiet: false, ms: 10_000 });
  });

  it('ignores a text if only keys matter: the mark of a dialog looks like an input', async () => {
    assert.deepEqual(await untilQuiet(-5000, 'keys'), { isQuiet: true, ms: 0 });
  });

  it('ignores a text if no person has typed', async () => {
    assert.deepEqual(await untilQuiet(null, 'input'), { isQuiet: true, ms: 0 });
  });
});
