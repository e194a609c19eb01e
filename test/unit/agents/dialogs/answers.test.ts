import assert from 'node:assert/strict';
import { SETTLED_MS, ACCEPT_LIMIT_MS } from '../../../../src/agents/dialogs/answerTyping';
import { SessionError } from '../../../../src/base/errors';
import { AnsweredAgent, replaceRow } from '../../../support/agents/answeredAgent';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { readRecordedScreen } from '../../../support/agents/recordedScreens';

const TRUST = readRecordedScreen('claude-02-trust-dialog.txt').screen;
const PERMISSION = readRecordedScreen('claude-11-permission.txt').screen;
const QUESTION = readRecordedScreen('claude-09-askuser.txt').screen;
const IDLE = readRecordedScreen('claude-04-idle.txt').screen;

describe('Answers', () => {
  let agent: AnsweredAgent;
  beforeEach(() => {
    agent = new AnsweredAgent();
  });

  it('allows this once, and refuses, by the key that the screen names', async () => {
    agent.show(PERMISSION);
    await agent.through(agent.answers.approve('a'));
    agent.show(PERMISSION);
    await agent.through(agent.answers.deny('a'));
    assert.deepEqual(agent.typed, ['1', '4']);
  });

  it('moves the mark first where it is on something else', async () => {
    agent.show(TRUST);
    agent.react = (key) => {
      const moved = replaceRow(replaceRow(TRUST, /❯ No/, '  No'), /  Yes, I/, '❯ Yes, I');
      agent.show(key === '\r' ? IDLE : moved);
    };
    await agent.through(agent.answers.approve('a'));
    assert.deepEqual(agent.typed, ['\x1b[B', '\r']);
  });

  describe('where only a colour tells what is marked', () => {
    const BUTTONS = ['Allow once', 'Allow always', 'Reject'];
    const RIGHT = '\x1b[C';
    const LEFT = '\x1b[D';

    const mark = (marked: number): void => {
      agent.coloured = BUTTONS.map((name, at) => `\x1b[${at === marked ? 43 : 40}m${name}`).join(
        ' ',
      );
    };

    function ask(marked: number): void {
      agent.status.provider = 'opencode';
      agent.show(readRecordedScreen('opencode-13-approval.txt').screen);
      let at = marked;
      mark(at);
      agent.react = (key) => {
        at += key === RIGHT ? 1 : key === LEFT ? -1 : 0;
        mark(at);
        return key === '\r' && agent.show(readRecordedScreen('opencode-10-idle.txt').screen);
      };
    }

    it('takes the option by the colour', async () => {
      ask(0);
      await agent.through(agent.answers.approve('a'));
      ask(0);
      await agent.through(agent.answers.deny('a'));
      ask(1);
      await agent.through(agent.answers.approve('a'));
      assert.deepEqual(agent.typed, ['\r', RIGHT, RIGHT, '\r', LEFT, '\r']);
    });

    it('presses nothing where no colour tells it', async () => {
      ask(3);
      await agent.refused(agent.answers.approve('a'), /it shows no options/);
      assert.deepEqual(agent.typed, []);
    });
  });

  it('presses no Enter while the mark does not move', async () => {
    agent.show(TRUST);
    agent.react = () => {};
    await agent.refused(agent.answers.approve('a'), /does not move the selection/);
    assert.deepEqual(agent.typed, ['\x1b[B']);
  });

  it('gives an answer to the question that the person was told of, and to no other', async () => {
    agent.show(PERMISSION);
    agent.status.screens.set('a', TRUST);
    await agent.refused(agent.answers.approve('a'), /asks something else now: ".*trust/);
    agent.status.screens.set('a', IDLE);
    await agent.refused(agent.answers.approve('a'), /shows no known question/);
    agent.show(IDLE);
    await agent.refused(agent.answers.approve('a'), /asks nothing now/);
    assert.deepEqual(agent.typed, []);
  });

  it('sees that the question changed while it waited for a person who typed', async () => {
    agent.show(PERMISSION);
    agent.session = sessionInfo({ id: 'a', lastInputAt: 0 });
    const answer = agent.answers.approve('a');
    agent.show(IDLE);
    await agent.refused(answer, /does not ask ".*" any more/);
    assert.deepEqual(agent.typed, []);
  });

  it('goes by the word of the program itself where that is stronger than the screen', async () => {
    const asks = { kind: 'needsInput', need: 'permission', question: 'approve Bash: x' } as const;
    agent.show(PERMISSION);
    agent.status.set('a', asks);
    await agent.through(agent.answers.approve('a'));
    assert.deepEqual(agent.typed, ['1']);
    agent.show(PERMISSION);
    agent.status.set('a', asks);
    const answer = agent.answers.approve('a');
    agent.status.set('a', { ...asks, question: 'approve Bash: y' });
    await agent.refused(answer, /asks something else now/);
    assert.deepEqual(agent.typed, ['1']);
  });

  it('says so where the answer is not taken', async () => {
    agent.show(PERMISSION);
    agent.react = () => {};
    const begin = agent.clock.now();
    await agent.refused(agent.answers.approve('a'), /still asks "/);
    assert.ok(agent.clock.now() - begin >= ACCEPT_LIMIT_MS);
    assert.deepEqual(agent.typed, ['1']);
  });

  it('answers no dialog that has just come up: it drops keys', async () => {
    agent.clock.advance(10_000);
    agent.show(PERMISSION);
    agent.status.set('a', agent.status.get('a').state, {
      ...agent.status.get('a'),
      since: agent.clock.now(),
    });
    agent.react = () => agent.show(IDLE);
    const begin = agent.clock.now();
    await agent.through(agent.answers.approve('a'));
    assert.ok(agent.clock.now() - begin >= SETTLED_MS);
    assert.deepEqual(agent.typed, ['1']);
  });

  it('goes no further where the question changes meanwhile', async () => {
    agent.show(TRUST);
    agent.react = () => agent.show(PERMISSION);
    await agent.refused(agent.answers.approve('a'), /asked ".*" while it was being answered/);
    assert.deepEqual(agent.typed, ['\x1b[B']);
  });

  it('knows the next question by what it is about, though it asks in the same words', async () => {
    agent.show(PERMISSION);
    agent.react = () => agent.show(replaceRow(PERMISSION, /Write a marker file/, 'Once more'));
    await agent.through(agent.answers.approve('a'));
  });

  it('takes an end of the agent for the end of its question', async () => {
    agent.show(TRUST);
    agent.react = () => (agent.session = sessionInfo({ id: 'a', agentExitCode: 1 }));
    await agent.through(agent.answers.deny('a'));
    assert.deepEqual(agent.typed, ['\r']);
  });

  it('lets one of two answers at once win', async () => {
    agent.show(PERMISSION);
    const first = agent.answers.approve('a');
    await assert.rejects(agent.answers.deny('a'), /is already being answered/);
    await agent.through(first);
    assert.deepEqual(agent.typed, ['1']);
  });

  it('keeps away from a terminal in which somebody types', async () => {
    agent.show(PERMISSION);
    agent.session = sessionInfo({ id: 'a', lastInputAt: Number.MAX_SAFE_INTEGER });
    await agent.refused(agent.answers.approve('a'), /unfinished typing/);
    assert.deepEqual(agent.typed, []);
  });

  it('leaves to the person what it does not know, or what would be for good', async () => {
    agent.show(readRecordedScreen('claude-41-dsp-dialog.txt').screen);
    await agent.refused(agent.answers.approve('a'), /cannot be answered from here/);
    agent.status.provider = 'opencode';
    agent.show(readRecordedScreen('opencode-13-approval.txt').screen);
    await agent.refused(agent.answers.approve('a'), /cannot be answered from here/);
    assert.deepEqual(agent.typed, []);
  });

  it('never presses Enter on what Grok marks', async () => {
    agent.status.provider = 'grok';
    agent.show(readRecordedScreen('grok-13-approval.txt').screen);
    agent.react = () => agent.show(readRecordedScreen('grok-10-idle.txt').screen);
    await agent.through(agent.answers.approve('a'));
    assert.deepEqual(agent.typed, ['2']);
  });

  it('does not know an unknown session', async () => {
    agent.session = undefined;
    await assert.rejects(agent.answers.approve('a'), (error) =>
      SessionError.is(error, 'SESSION_NOT_FOUND'),
    );
  });

  describe('reply', () => {
    it('takes the option that it says', async () => {
      agent.show(QUESTION);
      await agent.through(agent.answers.reply('a', ' blue\n'));
      assert.deepEqual(agent.typed, ['2']);
    });

    it('types what no option says where the person may', async () => {
      const marked = replaceRow(replaceRow(QUESTION, /❯ 1/, '  1'), /  3\. /, '❯ 3. ');
      const filled = replaceRow(marked, /Type something\./, 'a dark green');
      agent.react = (data) => agent.show(data === '3' ? marked : data === '\r' ? IDLE : filled);
      agent.show(QUESTION);
      await agent.through(agent.answers.reply('a', 'a dark\ngreen\x1b[A'));
      assert.deepEqual(agent.typed, ['3', 'a dark green', '\r']);
    });

    it('says which options there are where it may be none but these', async () => {
      const without = replaceRow(QUESTION, /Type something\./, 'Chartreuse');
      agent.show(without);
      await agent.refused(
        agent.answers.reply('a', 'green'),
        /accepts only "Red", "Blue", "Chartreuse"/,
      );
      assert.deepEqual(agent.typed, []);
    });

    it('does not choose for the person where several may be ticked', async () => {
      agent.show(replaceRow(QUESTION, /(\d\.) /, '$1 [ ] '));
      await agent.refused(agent.answers.reply('a', 'Red'), /cannot be answered from here/);
    });

    it('is no leave', async () => {
      agent.show(PERMISSION);
      await agent.refused(agent.answers.reply('a', 'Yes'), /approve or deny/);
      agent.show(QUESTION);
      await agent.refused(agent.answers.approve('a'), /reply to it/);
      assert.deepEqual(agent.typed, []);
    });

    it('is a prompt where nothing is asked', async () => {
      await agent.through(agent.answers.reply('a', 'go on'));
      assert.deepEqual(agent.typed, ['prompt to a: go on']);
    });

    it('says something', async () => {
      agent.show(QUESTION);
      await assert.rejects(agent.answers.reply('a', ' \n'), (error) =>
        SessionError.is(error, 'BAD_REQUEST'),
      );
    });
  });
});
