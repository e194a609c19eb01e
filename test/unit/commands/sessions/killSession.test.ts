import assert from 'node:assert/strict';
import type { CommandServices, CommandSource } from '../../../../src/commands/commandServices';
import { createKillSession } from '../../../../src/commands/sessions/killSession';
import type { SessionState } from '../../../../src/pty/sessionService';
import { CommandWorld } from '../../../support/views/commandWorld';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ScriptedQuestions } from '../../../support/agents/scriptedQuestions';
import { taskIn } from '../../../support/views/treeSources';

const ADA = 'ada-main-t1';
const RESTING = 'ada-chat-c1';
const KILLED = [`close ${ADA}`, `kill ${ADA}`];

/** A task with a session in that state, and a conversation without a session. */
function world(state: SessionState, overrides: Partial<CommandServices> = {}): CommandWorld {
  const made = new CommandWorld(overrides);
  made.tasks = [taskIn('app', 't1', [ADA, RESTING])];
  made.sessions.put(sessionInfo({ id: ADA, state }));
  return made;
}

describe('killSession', () => {
  const kill = (made: CommandWorld, session: string | undefined, source: CommandSource) =>
    createKillSession()(made.deps, { session }, source);

  const noQuestion = (): Partial<CommandServices> => ({ questions: new ScriptedQuestions() });

  it('kills a session for a program without a question', async () => {
    const made = world('active', noQuestion());
    await kill(made, ADA, 'program');
    assert.deepEqual(made.events, KILLED);
  });

  it('shows no error for an id that no longer exists', async () => {
    const made = world('idle', noQuestion());
    await kill(made, 'ada-chat-gone', 'program');
    assert.ok(!made.events.some((event) => event.startsWith('error')));
  });

  it('asks before it kills a working session, and does nothing if the question is dismissed', async () => {
    const questions = new ScriptedQuestions(undefined, 'Kill Session');
    const made = world('active', { questions });
    await kill(made, ADA, 'person');
    assert.deepEqual(made.events, []);
    await kill(made, ADA, 'person');
    assert.deepEqual(made.events, KILLED);
    assert.equal(questions.asked[0]?.message, 'Kill Talk ada-main-t1 (Task t1)?');
    assert.match(questions.asked[0].detail ?? '', /^It is working\. Its programs end/);
  });

  it('states what happens to the conversation, and names the command if the session will have no row', async () => {
    const questions = new ScriptedQuestions(undefined, undefined, undefined);
    const made = world('active', { questions });
    made.resumePreviews.set(ADA, { kind: 'new' });
    await kill(made, ADA, 'person');
    made.resumePreviews.set(ADA, undefined);
    await kill(made, ADA, 'person');
    made.resumePreviews.delete(ADA);
    const facts = { ...made.deps.facts, areListed: () => false };
    await createKillSession()({ ...made.deps, facts }, { session: ADA }, 'person');
    const ends = 'It is working. Its programs end, even in the middle of their work.';
    assert.deepEqual(
      questions.asked.map(({ detail }) => detail),
      [
        `${ends} No conversation is certainly its own: restarting the session starts a new one.`,
        ends,
        `${ends} Its conversation can be resumed by the command Resume Conversation.`,
      ],
    );
  });

  for (const state of ['idle', 'terminated'] as const) {
    it(`kills a named ${state} session without a question, and keeps its conversation`, async () => {
      const made = world(state, noQuestion());
      await kill(made, ADA, 'person');
      assert.deepEqual(made.events, KILLED);
    });
  }

  it('asks about the selected row if a key is pressed, even if its session is idle', async () => {
    const questions = new ScriptedQuestions('Kill Session');
    const made = world('idle', { questions });
    await kill(made, ADA, 'selection');
    assert.deepEqual(made.events, KILLED);
    assert.match(questions.asked[0]?.detail ?? '', /^Its programs end/);
  });

  for (const source of ['person', 'program'] as const) {
    it(`asks about the active terminal's session if a ${source} names none`, async () => {
      const questions = new ScriptedQuestions(undefined);
      const made = world('idle', { questions });
      made.activeSessionId = ADA;
      await kill(made, undefined, source);
      assert.deepEqual(made.events, []);
      assert.equal(questions.asked.length, 1);
    });
  }

  it('asks about the only running session, and not about one that the person picked', async () => {
    const only = world('idle', { questions: new ScriptedQuestions(undefined) });
    await kill(only, undefined, 'person');
    assert.deepEqual(only.events, []);

    const two = world('idle', noQuestion());
    two.sessions.put(sessionInfo({ id: RESTING }));
    const pickers = { ...two.deps.pickers, pickSession: () => Promise.resolve(ADA) };
    await createKillSession()({ ...two.deps, pickers }, {}, 'person');
    assert.deepEqual(two.events, KILLED);
  });

  it('asks once for two simultaneous calls, and again for a later one', async () => {
    const questions = new ScriptedQuestions(undefined, 'Kill Session');
    const made = world('active', { questions });
    const command = createKillSession();
    const again = () => command(made.deps, { session: ADA }, 'person');
    await Promise.all([again(), again()]);
    assert.equal(questions.asked.length, 1);
    await again();
    assert.deepEqual(made.events, KILLED);
  });

  it('does not kill a session that was restarted during the question', async () => {
    const made = world('active');
    const ask: CommandServices['questions']['ask'] = ({ answers }) => {
      made.sessions.put(sessionInfo({ id: ADA, generation: 2 }));
      return Promise.resolve(answers[0]);
    };
    const deps: CommandServices = { ...made.deps, questions: { ask } };
    await createKillSession()(deps, { session: ADA }, 'person');
    assert.deepEqual(made.events, []);
  });

  it('removes a conversation without a session after the person confirms', async () => {
    const made = world('idle', { questions: new ScriptedQuestions(undefined, 'Remove') });
    await kill(made, RESTING, 'person');
    assert.deepEqual(made.events, []);
    await kill(made, RESTING, 'person');
    assert.deepEqual(made.events, [`close ${RESTING}`, `forget t1 ${RESTING}`]);
  });
});
