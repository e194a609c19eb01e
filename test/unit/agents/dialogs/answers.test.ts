import assert from 'node:assert/strict';
import { Answers } from '../../../../src/agents/dialogs/answers';
import { SETTLED_MS, TAKEN_LIMIT_MS } from '../../../../src/agents/dialogs/answerTyping';
import { PersonTyping } from '../../../../src/agents/prompts/personTyping';
import { PromptTyping } from '../../../../src/agents/prompts/promptTyping';
import { SessionError } from '../../../../src/base/errors';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import type { ReadableScreen } from '../../../../src/status/screens/screenParts';
import { FakeAgentStatus } from '../../../support/agents/fakeAgentStatus';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';
import { readRecordedScreen } from '../../../support/agents/recordedScreens';

const TRUST = readRecordedScreen('claude-02-trust-dialog.txt').screen;
const PERMISSION = readRecordedScreen('claude-11-permission.txt').screen;
const QUESTION = readRecordedScreen('claude-09-askuser.txt').screen;
const IDLE = readRecordedScreen('claude-04-idle.txt').screen;

describe('Answers', () => {
  let clock: ManualClock;
  let session: SessionInfo | undefined;
  let status: FakeAgentStatus;
  let typed: string[];
  /** What the agent does with a key. */
  let react: (data: string) => unknown;
  /** What colours tell of its screen. */
  let coloured: string;
  let answers: Answers;

  beforeEach(() => {
    clock = new ManualClock();
    session = sessionInfo({ id: 'a', label: 'Ada' });
    status = new FakeAgentStatus();
    typed = [];
    coloured = '';
    react = () => show(IDLE);
    const sessions = {
      get: () => session,
      write: (_id: string, data: string | Uint8Array) => {
        typed.push(data.toString());
        react(data.toString());
      },
      colouredText: () => Promise.resolve(coloured),
      screen: () => assert.fail('nobody asks for more than keys'),
    };
    answers = new Answers({
      sessions,
      status,
      clock,
      typing: new PromptTyping(sessions, clock),
      persons: new PersonTyping(sessions, clock),
      providerOf: () => BUILT_IN_PROVIDERS.find(({ id }) => id === status.provider),
      sendPrompt: (id, prompt) => Promise.resolve(void typed.push(`prompt to ${id}: ${prompt}`)),
    });
  });

  const show = (screen: ReadableScreen): void => status.show('a', screen);
  const replaced = (screen: ReadableScreen, from: RegExp, to: string): ReadableScreen => ({
    ...screen,
    rows: screen.rows.map((row) => row.replace(from, to)),
  });

  /** Lets time pass till `answer` is through. */
  async function through(answer: Promise<void>): Promise<void> {
    let settled = false;
    const done = answer.finally(() => (settled = true));
    done.catch(() => {});
    for (let turn = 0; !settled && turn < 300; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(100);
    }
    assert.ok(settled, 'the answer never settled');
    return done;
  }
  const refused = (answer: Promise<void>, words: RegExp) =>
    assert.rejects(
      through(answer),
      (error) => SessionError.is(error, 'ILLEGAL_STATE') && words.test(error.message),
    );

  it('allows this once, and refuses, by the key that the screen names', async () => {
    show(PERMISSION);
    await through(answers.approve('a'));
    show(PERMISSION);
    await through(answers.deny('a'));
    assert.deepEqual(typed, ['1', '4']);
  });

  it('moves the mark first where it is on something else', async () => {
    show(TRUST);
    react = (key) => {
      const moved = replaced(replaced(TRUST, /❯ No/, '  No'), /  Yes, I/, '❯ Yes, I');
      show(key === '\r' ? IDLE : moved);
    };
    await through(answers.approve('a'));
    assert.deepEqual(typed, ['\x1b[B', '\r']);
  });

  describe('where only a colour tells what is marked', () => {
    const BUTTONS = ['Allow once', 'Allow always', 'Reject'];
    const RIGHT = '\x1b[C';
    const LEFT = '\x1b[D';

    const mark = (marked: number): void => {
      coloured = BUTTONS.map((name, at) => `\x1b[${at === marked ? 43 : 40}m${name}`).join(' ');
    };

    function ask(marked: number): void {
      status.provider = 'opencode';
      show(readRecordedScreen('opencode-13-approval.txt').screen);
      let at = marked;
      mark(at);
      react = (key) => {
        at += key === RIGHT ? 1 : key === LEFT ? -1 : 0;
        mark(at);
        return key === '\r' && show(readRecordedScreen('opencode-10-idle.txt').screen);
      };
    }

    it('takes the option by the colour', async () => {
      ask(0);
      await through(answers.approve('a'));
      ask(0);
      await through(answers.deny('a'));
      ask(1);
      await through(answers.approve('a'));
      assert.deepEqual(typed, ['\r', RIGHT, RIGHT, '\r', LEFT, '\r']);
    });

    it('presses nothing where no colour tells it', async () => {
      ask(3);
      await refused(answers.approve('a'), /it shows no options/);
      assert.deepEqual(typed, []);
    });
  });

  it('presses no Enter while the mark does not move', async () => {
    show(TRUST);
    react = () => {};
    await refused(answers.approve('a'), /does not move the mark/);
    assert.deepEqual(typed, ['\x1b[B']);
  });

  it('gives an answer to the question that the person was told of, and to no other', async () => {
    show(PERMISSION);
    status.screens.set('a', TRUST);
    await refused(answers.approve('a'), /asks something else now: ".*trust/);
    status.screens.set('a', IDLE);
    await refused(answers.approve('a'), /shows no question/);
    show(IDLE);
    await refused(answers.approve('a'), /asks nothing now/);
    assert.deepEqual(typed, []);
  });

  it('sees that the question changed while it waited for a person who typed', async () => {
    show(PERMISSION);
    session = sessionInfo({ id: 'a', lastInputAt: 0 });
    const answer = answers.approve('a');
    show(IDLE);
    await refused(answer, /does not ask ".*" any more/);
    assert.deepEqual(typed, []);
  });

  it('goes by the word of the program itself where that is stronger than the screen', async () => {
    const asks = { kind: 'needsInput', need: 'permission', question: 'approve Bash: x' } as const;
    show(PERMISSION);
    status.set('a', asks);
    await through(answers.approve('a'));
    assert.deepEqual(typed, ['1']);
    show(PERMISSION);
    status.set('a', asks);
    const answer = answers.approve('a');
    status.set('a', { ...asks, question: 'approve Bash: y' });
    await refused(answer, /asks something else now/);
    assert.deepEqual(typed, ['1']);
  });

  it('says so where the answer is not taken', async () => {
    show(PERMISSION);
    react = () => {};
    const begin = clock.now();
    await refused(answers.approve('a'), /still asks "/);
    assert.ok(clock.now() - begin >= TAKEN_LIMIT_MS);
    assert.deepEqual(typed, ['1']);
  });

  it('is through once the status has followed the screen, for a prompt may come next, or will not', async () => {
    for (const [laterMs, kind] of [
      [1_500, 'idle'],
      [60_000, 'needsInput'],
    ] as const) {
      show(PERMISSION);
      react = () => {
        status.screens.set('a', IDLE);
        clock.schedule(laterMs, () => show(IDLE));
      };
      await through(answers.approve('a'));
      assert.equal(status.get('a').state.kind, kind);
    }
  });

  it('has answered, though the screen cannot be read while the status follows', async () => {
    show(PERMISSION);
    react = () => {
      status.screens.set('a', IDLE);
      clock.schedule(1_500, () => show(IDLE));
      clock.schedule(500, () => {
        status.explain = () => Promise.reject(new Error('The host does not respond.'));
      });
    };
    await through(answers.approve('a'));
    assert.deepEqual([typed, status.get('a').state.kind], [['1'], 'idle']);
  });

  it('looks at no screen while it waits for the status', async () => {
    show(PERMISSION);
    let looks = 0;
    const explain = status.explain.bind(status);
    react = () => {
      status.screens.set('a', IDLE);
      status.explain = (id) => {
        looks += 1;
        return explain(id);
      };
      clock.schedule(1_500, () => show(IDLE));
    };
    await through(answers.approve('a'));
    assert.equal(looks, 1);
  });

  it('waits until a next question in the same words takes keys, and no longer', async () => {
    show(PERMISSION);
    react = () => status.screens.set('a', replaced(PERMISSION, /Write a marker file/, 'Once more'));
    const begin = clock.now();
    await through(answers.approve('a'));
    const tookMs = clock.now() - begin;
    assert.ok(tookMs >= SETTLED_MS && tookMs < TAKEN_LIMIT_MS, `it took ${tookMs} ms`);
    assert.equal(clock.pendingTimers, 0);
  });

  it('answers no dialog that has just come up: it drops keys', async () => {
    clock.advance(10_000);
    show(PERMISSION);
    status.set('a', status.get('a').state, { ...status.get('a'), since: clock.now() });
    react = () => show(IDLE);
    const begin = clock.now();
    await through(answers.approve('a'));
    assert.ok(clock.now() - begin >= SETTLED_MS);
    assert.deepEqual(typed, ['1']);
  });

  it('goes no further where the question changes meanwhile', async () => {
    show(TRUST);
    react = () => show(PERMISSION);
    await refused(answers.approve('a'), /asks ".*" now, as it was answered/);
    assert.deepEqual(typed, ['\x1b[B']);
  });

  it('knows the next question by what it is about, though it asks in the same words', async () => {
    show(PERMISSION);
    react = () => show(replaced(PERMISSION, /Write a marker file/, 'Once more'));
    await through(answers.approve('a'));
  });

  it('takes an end of the agent for the end of its question', async () => {
    show(TRUST);
    react = () => (session = sessionInfo({ id: 'a', agentExitCode: 1 }));
    await through(answers.deny('a'));
    assert.deepEqual(typed, ['\r']);
  });

  it('lets one of two answers at once win', async () => {
    show(PERMISSION);
    const first = answers.approve('a');
    await assert.rejects(answers.deny('a'), /is being answered already/);
    await through(first);
    assert.deepEqual(typed, ['1']);
  });

  it('keeps away from a terminal in which somebody types', async () => {
    show(PERMISSION);
    session = sessionInfo({ id: 'a', lastInputAt: Number.MAX_SAFE_INTEGER });
    await refused(answers.approve('a'), /somebody typing/);
    assert.deepEqual(typed, []);
  });

  it('leaves to the person what it does not know, or what would be for good', async () => {
    show(readRecordedScreen('claude-41-dsp-dialog.txt').screen);
    await refused(answers.approve('a'), /cannot be answered from here/);
    status.provider = 'opencode';
    show(readRecordedScreen('opencode-13-approval.txt').screen);
    await refused(answers.approve('a'), /cannot be answered from here/);
    assert.deepEqual(typed, []);
  });

  it('never presses Enter on what Grok marks', async () => {
    status.provider = 'grok';
    show(readRecordedScreen('grok-13-approval.txt').screen);
    react = () => show(readRecordedScreen('grok-10-idle.txt').screen);
    await through(answers.approve('a'));
    assert.deepEqual(typed, ['2']);
  });

  it('does not know an unknown session', async () => {
    session = undefined;
    await assert.rejects(answers.approve('a'), (error) =>
      SessionError.is(error, 'SESSION_NOT_FOUND'),
    );
  });

  describe('reply', () => {
    it('takes the option that it says', async () => {
      show(QUESTION);
      await through(answers.reply('a', ' blue\n'));
      assert.deepEqual(typed, ['2']);
    });

    it('types what no option says where the person may', async () => {
      const marked = replaced(replaced(QUESTION, /❯ 1/, '  1'), /  3\. /, '❯ 3. ');
      const filled = replaced(marked, /Type something\./, 'a dark green');
      react = (data) => show(data === '3' ? marked : data === '\r' ? IDLE : filled);
      show(QUESTION);
      await through(answers.reply('a', 'a dark\ngreen\x1b[A'));
      assert.deepEqual(typed, ['3', 'a dark green', '\r']);
    });

    it('says which options there are where it may be none but these', async () => {
      const without = replaced(QUESTION, /Type something\./, 'Chartreuse');
      show(without);
      await refused(answers.reply('a', 'green'), /takes one of "Red", "Blue", "Chartreuse"/);
      assert.deepEqual(typed, []);
    });

    it('does not choose for the person where several may be ticked', async () => {
      show(replaced(QUESTION, /(\d\.) /, '$1 [ ] '));
      await refused(answers.reply('a', 'Red'), /cannot be answered from here/);
    });

    it('is no leave', async () => {
      show(PERMISSION);
      await refused(answers.reply('a', 'Yes'), /approve or deny/);
      show(QUESTION);
      await refused(answers.approve('a'), /reply to it/);
      assert.deepEqual(typed, []);
    });

    it('is a prompt where nothing is asked', async () => {
      await through(answers.reply('a', 'go on'));
      assert.deepEqual(typed, ['prompt to a: go on']);
    });

    it('says something', async () => {
      show(QUESTION);
      await assert.rejects(answers.reply('a', ' \n'), (error) =>
        SessionError.is(error, 'BAD_REQUEST'),
      );
    });
  });
});
