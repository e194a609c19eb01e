import assert from 'node:assert/strict';
import { SETTLED_MS, ACCEPT_LIMIT_MS } from '../../../../src/agents/dialogs/answerTyping';
import { SessionError } from '../../../../src/base/errors';
import { likelyQuestion } from '../../../support/status/fakeStatus';
import { AnsweredAgent, replaceRow } from '../../../support/agents/answeredAgent';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

const TRUST = readRecordedScreen('claude-02-trust-dialog.txt').screen;
const PERMISSION = readRecordedScreen('claude-11-permission.txt').screen;
const QUESTION = readRecordedScreen('claude-09-askuser.txt').screen;
const IDLE = readRecordedScreen('claude-04-idle.txt').screen;

describe('Answers', () => {
  let agent: AnsweredAgent;
  beforeEach(() => {
    agent = new AnsweredAgent();
  });

  it('approves once, and denies, with the key that the screen shows', async () => {
    agent.show(PERMISSION);
    await agent.through(agent.approve());
    agent.show(PERMISSION);
    await agent.through(agent.answers.deny('a'));
    assert.deepEqual(agent.typed, ['1', '4']);
  });

  it('denies only the request that was shown, also if it changes while the answer waits [S3]', async () => {
    // The question is cut before the end of the command.
    const asking = (end: string) => {
      const rows = PERMISSION.rows.flatMap((row) =>
        row.startsWith(' echo fake')
          ? [...Array<string>(8).fill(` ${'x'.repeat(100)}`), end]
          : [row],
      );
      return { ...PERMISSION, rows };
    };
    agent.show(asking(' one'));
    const { shown } = agent;
    assert.match(shown, /\none\n/);
    const answer = agent.answers.deny('a', shown);
    agent.status.screens.set('a', asking(' two'));
    await agent.refused(answer, /no longer requests what was shown/);
    assert.deepEqual(agent.typed, []);
    agent.show(asking(' one'));
    await agent.through(agent.answers.deny('a', shown));
    assert.deepEqual(agent.typed, ['4']);
  });

  it('types nothing for a likely question, and names it', async () => {
    agent.show(QUESTION);
    agent.status.set('a', likelyQuestion('Which colour?'), { source: 'screen' });
    const refused = { code: 'ILLEGAL_STATE', message: /may ask "Which colour\?"/ };
    await assert.rejects(agent.approve(), refused);
    await assert.rejects(agent.answers.deny('a'), refused);
    await assert.rejects(agent.answers.reply('a', 'Red'), refused);
    assert.deepEqual(agent.typed, []);
  });

  it('moves the mark to the option before it presses Enter', async () => {
    agent.show(TRUST);
    agent.react = (key) => {
      const moved = replaceRow(replaceRow(TRUST, /❯ No/, '  No'), /  Yes, I/, '❯ Yes, I');
      agent.show(key === '\r' ? IDLE : moved);
    };
    await agent.through(agent.approve());
    assert.deepEqual(agent.typed, ['\x1b[B', '\r']);
  });

  it('presses no Enter while the mark does not move', async () => {
    agent.show(TRUST);
    agent.react = () => {};
    await agent.refused(agent.approve(), /does not move the selection/);
    assert.deepEqual(agent.typed, ['\x1b[B']);
  });

  it('refuses if the screen shows another question than the status, or none', async () => {
    agent.show(PERMISSION);
    agent.status.screens.set('a', TRUST);
    await agent.refused(agent.approve(), /asks something else now: ".*trust/);
    agent.status.screens.set('a', IDLE);
    await agent.refused(agent.approve(), /shows no known question/);
    agent.show(IDLE);
    await agent.refused(agent.approve(), /has no open question/);
    assert.deepEqual(agent.typed, []);
  });

  it('refuses if the question changes while it waits for a person who types', async () => {
    agent.show(PERMISSION);
    agent.session = sessionInfo({ id: 'a', lastInputAt: 0 });
    const answer = agent.approve();
    agent.show(IDLE);
    await agent.refused(answer, /does not ask ".*" any more/);
    assert.deepEqual(agent.typed, []);
  });

  it('approves nothing that only a report asks, and denies the dialog on the screen', async () => {
    const state = { kind: 'needsInput', need: 'permission', question: 'approve Bash: x' } as const;
    agent.show(PERMISSION);
    agent.status.set('a', state);
    await agent.refused(agent.approve(), /no longer requests what was shown/);
    const answer = agent.answers.deny('a');
    agent.status.set('a', { ...state, question: 'approve Bash: y' });
    await agent.refused(answer, /asks something else now/);
    assert.deepEqual(agent.typed, []);
    await agent.through(agent.answers.deny('a'));
    assert.deepEqual(agent.typed, ['4']);
  });

  it('approves nothing but the very request that was shown', async () => {
    agent.show(PERMISSION);
    const { shown } = agent;
    for (const now of [
      'echo fake-tool-ran > /fake-tool.txt',
      'echo fake-tool-run > fake-tool.txt',
    ]) {
      agent.show(replaceRow(PERMISSION, /^ echo fake-tool-ran > fake-tool.txt/, ` ${now}`));
      await agent.refused(agent.approve(shown), /no longer requests what was shown/);
    }
    agent.status.provider = 'codex';
    const { screen } = readRecordedScreen('codex-11-approval.txt');
    const top = screen.rows.findIndex((row) => row.includes('Would you like to run'));
    agent.show({ ...screen, rows: screen.rows.slice(top + 1) });
    await agent.refused(agent.approve(), /cannot be approved .* because its screen does not show/);
    assert.deepEqual(agent.typed, []);
  });

  it('types nothing while the screen shows something that no rule matches', async () => {
    agent.show(PERMISSION);
    const explain = agent.status.explain.bind(agent.status);
    agent.status.explain = async (id) => ({ ...(await explain(id)), matchesScreen: false });
    await agent.refused(agent.approve(), /shows something unknown/);
    await agent.refused(agent.answers.deny('a'), /shows something unknown/);
    assert.deepEqual(agent.typed, []);
  });

  it('rejects after a time limit if the agent does not accept the answer', async () => {
    agent.show(PERMISSION);
    agent.react = () => {};
    const begin = agent.clock.now();
    await agent.refused(agent.approve(), /still asks "/);
    assert.ok(agent.clock.now() - begin >= ACCEPT_LIMIT_MS);
    assert.deepEqual(agent.typed, ['1']);
  });

  it('waits before it answers a new dialog, which would drop keys', async () => {
    agent.clock.advance(10_000);
    agent.show(PERMISSION);
    agent.status.set('a', agent.status.get('a').state, {
      ...agent.status.get('a'),
      since: agent.clock.now(),
    });
    agent.react = () => agent.show(IDLE);
    const begin = agent.clock.now();
    await agent.through(agent.approve());
    assert.ok(agent.clock.now() - begin >= SETTLED_MS);
    assert.deepEqual(agent.typed, ['1']);
  });

  it('stops if the question changes between two keys', async () => {
    agent.show(TRUST);
    agent.react = () => agent.show(PERMISSION);
    await agent.refused(agent.approve(), /asked ".*" while it was being answered/);
    assert.deepEqual(agent.typed, ['\x1b[B']);
  });

  it('stops if one character of the request changes between two keys', async () => {
    agent.show(TRUST);
    const moved = replaceRow(replaceRow(TRUST, /❯ No/, '  No'), /  Yes, I/, '❯ Yes, I');
    agent.react = () => agent.show(replaceRow(moved, /claude1/, 'claude2'));
    await agent.refused(agent.approve(), /asked ".*" while it was being answered/);
    assert.deepEqual(agent.typed, ['\x1b[B']);
  });

  it('detects the next question by its details if its text is the same', async () => {
    agent.show(PERMISSION);
    agent.react = () => agent.show(replaceRow(PERMISSION, /Write a marker file/, 'Once more'));
    await agent.through(agent.approve());
  });

  it('resolves if the agent exits after the key', async () => {
    agent.show(TRUST);
    agent.react = () => (agent.session = sessionInfo({ id: 'a', agentExitCode: 1 }));
    await agent.through(agent.answers.deny('a'));
    assert.deepEqual(agent.typed, ['\r']);
  });

  it('refuses a second answer while the first one is typed', async () => {
    agent.show(PERMISSION);
    const first = agent.approve();
    await assert.rejects(agent.answers.deny('a'), /is already being answered/);
    await agent.through(first);
    assert.deepEqual(agent.typed, ['1']);
  });

  it('types nothing into a terminal in which a person types', async () => {
    agent.show(PERMISSION);
    agent.session = sessionInfo({ id: 'a', lastInputAt: Number.MAX_SAFE_INTEGER });
    await agent.refused(agent.approve(), /unfinished typing/);
    assert.deepEqual(agent.typed, []);
  });

  it('refuses a permanent approval, and a dialog whose marked option is unknown', async () => {
    agent.show(readRecordedScreen('claude-41-dsp-dialog.txt').screen);
    await agent.refused(agent.approve(), /cannot be approved from here/);
    agent.status.provider = 'opencode';
    agent.show(readRecordedScreen('opencode-13-approval.txt').screen);
    await agent.refused(agent.approve(), /cannot be answered from here/);
    assert.deepEqual(agent.typed, []);
  });

  it('never presses Enter on the option that Grok marks', async () => {
    agent.status.provider = 'grok';
    agent.show(readRecordedScreen('grok-13-approval.txt').screen);
    agent.react = () => agent.show(readRecordedScreen('grok-10-idle.txt').screen);
    await agent.through(agent.approve());
    assert.deepEqual(agent.typed, ['2']);
  });

  it('rejects for an unknown session', async () => {
    agent.session = undefined;
    await assert.rejects(agent.approve(), (error) => SessionError.is(error, 'SESSION_NOT_FOUND'));
  });

  describe('reply', () => {
    it('chooses the option with its text', async () => {
      agent.show(QUESTION);
      await agent.through(agent.answers.reply('a', ' blue\n'));
      assert.deepEqual(agent.typed, ['2']);
    });

    it('types a text that matches no option into the option for free text', async () => {
      const marked = replaceRow(replaceRow(QUESTION, /❯ 1/, '  1'), /  3\. /, '❯ 3. ');
      const filled = replaceRow(marked, /Type something\./, 'a dark green');
      agent.react = (data) => agent.show(data === '3' ? marked : data === '\r' ? IDLE : filled);
      agent.show(QUESTION);
      await agent.through(agent.answers.reply('a', 'a dark\ngreen\x1b[A'));
      assert.deepEqual(agent.typed, ['3', 'a dark green', '\r']);
    });

    it('types the label of the option for free text into it, and does not submit it empty', async () => {
      const marked = replaceRow(replaceRow(QUESTION, /❯ 1/, '  1'), /  3\. /, '❯ 3. ');
      const filled = replaceRow(marked, /Type something\./, 'type something');
      agent.react = (data) => agent.show(data === '3' ? marked : data === '\r' ? IDLE : filled);
      agent.show(QUESTION);
      await agent.through(agent.answers.reply('a', 'type something.'));
      assert.deepEqual(agent.typed, ['3', 'type something.', '\r']);
    });

    it('presses no Enter if the option for free text does not show the text', async () => {
      const marked = replaceRow(replaceRow(QUESTION, /❯ 1/, '  1'), /  3\. /, '❯ 3. ');
      agent.react = (data) => data === '3' && agent.show(marked);
      agent.show(QUESTION);
      await agent.refused(agent.answers.reply('a', 'green'), /does not show the text/);
      assert.deepEqual(agent.typed, ['3', 'green']);
    });

    it('rejects with the options if no option is for free text', async () => {
      const without = replaceRow(QUESTION, /Type something\./, 'Chartreuse');
      agent.show(without);
      await agent.refused(
        agent.answers.reply('a', 'green'),
        /accepts only "Red", "Blue", "Chartreuse"/,
      );
      assert.deepEqual(agent.typed, []);
    });

    it('refuses a dialog with checkboxes', async () => {
      agent.show(replaceRow(QUESTION, /(\d\.) /, '$1 [ ] '));
      await agent.refused(agent.answers.reply('a', 'Red'), /cannot be answered from here/);
    });

    it('refuses a permission dialog, and approve refuses a question', async () => {
      agent.show(PERMISSION);
      await agent.refused(agent.answers.reply('a', 'Yes'), /approve or deny/);
      agent.show(QUESTION);
      await agent.refused(agent.approve(), /reply to it/);
      assert.deepEqual(agent.typed, []);
    });

    it('sends a prompt if the agent asks nothing', async () => {
      await agent.through(agent.answers.reply('a', 'go on'));
      assert.deepEqual(agent.typed, ['prompt to a: go on']);
    });

    it('refuses an empty text', async () => {
      agent.show(QUESTION);
      await assert.rejects(agent.answers.reply('a', ' \n'), (error) =>
        SessionError.is(error, 'BAD_REQUEST'),
      );
    });
  });
});
