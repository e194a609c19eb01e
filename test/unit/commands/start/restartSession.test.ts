import assert from 'node:assert/strict';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { openSession } from '../../../../src/commands/sessions/openSession';
import { restartFresh, restartSession } from '../../../../src/commands/start/restartSession';
import { resumeConversation } from '../../../../src/commands/start/resumeConversation';
import { CommandWorld } from '../../../support/views/commandWorld';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ScriptedQuestions } from '../../../support/agents/scriptedQuestions';
import { taskIn } from '../../../support/views/treeSources';

const RUNNING = 'ada-main-t1';
const RESTING = 'ada-chat-c1';
const ANEW = 'Restart with a New Conversation';

/** A task with one session that runs and one that does not. */
function world(overrides: Partial<CommandServices>): CommandWorld {
  const made = new CommandWorld(overrides);
  made.tasks = [taskIn('app', 't1', [RUNNING, RESTING])];
  made.sessions.put(sessionInfo({ id: RUNNING }));
  return made;
}

describe('restartSession', () => {
  const RESTARTED = [`restart ${RUNNING}`, `start ${RUNNING} editor`];

  it('restarts for a program without a question, and opens a terminal', async () => {
    const made = world({ questions: new ScriptedQuestions() });
    await restartSession(made.deps, { session: RUNNING }, 'program');
    assert.deepEqual(made.events, RESTARTED);
  });

  it('asks a person before it ends a running session, and does nothing if the question is dismissed', async () => {
    const questions = new ScriptedQuestions(undefined, 'Restart Session');
    const made = world({ questions });
    await restartSession(made.deps, { session: RUNNING }, 'person');
    assert.deepEqual(made.events, []);
    await restartSession(made.deps, { session: RUNNING }, 'person');
    assert.deepEqual(made.events, RESTARTED);
    assert.match(questions.asked[0]?.detail ?? '', /continues the conversation/);
  });

  it('starts a new conversation if a program requests it', async () => {
    const made = world({ questions: new ScriptedQuestions() });
    await restartSession(made.deps, { session: RUNNING, fresh: true }, 'program');
    assert.equal(made.events[0], `restart ${RUNNING} fresh`);
  });

  it('starts a new conversation if a person chooses it, in the question or in the menu', async () => {
    const questions = new ScriptedQuestions(ANEW, ANEW);
    const made = world({ questions });
    await restartSession(made.deps, { session: RUNNING }, 'person');
    await restartFresh(made.deps, { session: RUNNING }, 'person');
    await restartFresh(made.deps, { session: RESTING }, 'person');
    const starts = made.events.filter((event) => event.startsWith('restart'));
    assert.deepEqual(starts, [
      `restart ${RUNNING} fresh`,
      `restart ${RUNNING} fresh`,
      `restart ${RESTING} fresh`,
    ]);
    assert.deepEqual(
      questions.asked.map(({ answers }) => answers),
      [['Restart Session', ANEW], [ANEW]],
    );
    assert.match(questions.asked[1]?.detail ?? '', /A new conversation starts\./);
  });

  it('offers no new conversation if the agent cannot resume, and mentions no conversation for a shell', async () => {
    const shell = 'shell-chat-s1';
    const questions = new ScriptedQuestions('Restart Session', 'Restart Session');
    const displayOf = () => ({ name: 'Ada', icon: 'robot', resumes: false, changesModel: false });
    const made = world({ questions, displayOf });
    made.sessions.put(sessionInfo({ id: shell }));
    await restartSession(made.deps, { session: RUNNING }, 'person');
    await restartSession(made.deps, { session: shell }, 'person');
    assert.deepEqual(
      questions.asked.map(({ answers }) => answers),
      [['Restart Session'], ['Restart Session']],
    );
    assert.match(questions.asked[0]?.detail ?? '', /A new conversation starts\./);
    assert.doesNotMatch(questions.asked[1]?.detail ?? '', /conversation/);
  });

  it('describes the previewed conversation, and offers a new one only as an alternative', async () => {
    const questions = new ScriptedQuestions(undefined, undefined, undefined);
    const made = world({ questions });
    made.resumePreviews.set(RUNNING, { kind: 'new' }).set(RESTING, { kind: 'new' });
    await restartSession(made.deps, { session: RUNNING }, 'person');
    made.resumePreviews.set(RUNNING, undefined);
    await restartSession(made.deps, { session: RUNNING }, 'person');
    made.elsewhere.add(RESTING);
    await openSession(made.deps, { session: RESTING });
    const begins = 'A new conversation starts: no earlier one is certainly its own.';
    assert.deepEqual(
      questions.asked.map(({ detail, answers }) => [detail, ...answers]),
      [
        [`Its programs end, even in the middle of their work. ${begins}`, 'Restart Session'],
        ['Its programs end, even in the middle of their work.', 'Restart Session', ANEW],
        [`Its programs end there, even in the middle of their work. ${begins}`, 'Continue Here'],
      ],
    );
  });

  it('asks before it ends a session of another window, and starts nothing if the question is dismissed', async () => {
    const questions = new ScriptedQuestions(undefined, undefined, 'Continue Here');
    const made = world({ questions });
    made.elsewhere.add(RESTING);
    await restartSession(made.deps, { session: RESTING, fresh: true }, 'program');
    await openSession(made.deps, { session: RESTING });
    assert.deepEqual(made.events, []);
    await resumeConversation(made.deps, { session: RESTING });
    assert.deepEqual(made.events, [
      `restart ${RESTING} from there always`,
      `start ${RESTING} editor`,
    ]);
    const [fresh, open] = questions.asked;
    assert.deepEqual(open, {
      message: 'Talk ada-chat-c1 (Task t1) runs in another window. End it there and continue here?',
      detail:
        'Its programs end there, even in the middle of their work. Its agent starts again and continues the conversation.',
      answers: ['Continue Here'],
    });
    assert.match(fresh?.detail ?? '', /A new conversation starts\./);
  });

  it('takes over a session in the host from another window as it is, after the person confirms', async () => {
    const questions = new ScriptedQuestions(undefined, 'Continue Here');
    const made = world({ questions });
    made.elsewhere.add(RESTING);
    made.beyond.set(RESTING, sessionInfo({ id: RESTING, persistence: 'host' }));
    await openSession(made.deps, { session: RESTING });
    assert.deepEqual(made.events, []);
    await openSession(made.deps, { session: RESTING });
    assert.deepEqual(made.events, [`take over ${RESTING}`, `show ${RESTING} editor`]);
    assert.deepEqual(questions.asked[1], {
      message: 'Talk ada-chat-c1 (Task t1) runs in another window. Continue here?',
      detail: 'It continues as it is. The other window shows where it runs, and can take it back.',
      answers: ['Continue Here'],
    });
  });

  it('takes over a session that runs without a window to open it, and ends it only to restart it', async () => {
    const made = world({ questions: new ScriptedQuestions('Restart Session') });
    made.beyond.set(RESTING, sessionInfo({ id: RESTING, persistence: 'host' }));
    await openSession(made.deps, { session: RESTING });
    await restartSession(made.deps, { session: RESTING }, 'person');
    assert.deepEqual(made.events, [
      `take over ${RESTING}`,
      `show ${RESTING} editor`,
      `restart ${RESTING}`,
      `start ${RESTING} editor`,
    ]);
  });

  it('asks no question if the other window is abandoned', async () => {
    const made = world({ questions: new ScriptedQuestions() });
    made.elsewhere.add(RESTING);
    made.isAbandoned = true;
    await openSession(made.deps, { session: RESTING });
    assert.deepEqual(made.events, [
      `restart ${RESTING} from there ifAbandoned`,
      `start ${RESTING} editor`,
    ]);
  });

  it('asks about the session of the active terminal if a program names none', async () => {
    const made = world({ questions: new ScriptedQuestions(undefined) });
    made.activeSessionId = RUNNING;
    await restartSession(made.deps, {}, 'program');
    assert.deepEqual(made.events, []);
  });

  it('asks no question if the session does not run', async () => {
    const made = world({ questions: new ScriptedQuestions() });
    await restartSession(made.deps, { session: RESTING }, 'person');
    assert.equal(made.events[0], `restart ${RESTING}`);
  });
});
