import assert from 'node:assert/strict';
import { approve, deny, reply } from '../../../../src/commands/prompts/answers';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { questionKey } from '../../../../src/views/attention/waitingSessions';
import type { Question, Questions } from '../../../../src/views/dialogs/vscodeMessages';
import { CommandWorld } from '../../../support/views/commandWorld';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { needsInput, shownRequest } from '../../../support/status/fakeStatus';
import { taskIn } from '../../../support/views/treeSources';

const ADA = 'ada-main-t1';
const BOB = 'bob-main-t2';

/** Two agents that request a permission, Bob before Ada, and one that asks a question. */
function world(overrides: Partial<CommandServices> = {}): CommandWorld {
  const made = new CommandWorld(overrides);
  made.tasks = [taskIn('app', 't1', [ADA, 'ada-chat-c1']), taskIn('app', 't2', [BOB])];
  [ADA, BOB, 'ada-chat-c1'].forEach((id) => made.sessions.put(sessionInfo({ id })));
  made.status.put(ADA, shownRequest('Run it?'), { since: 20 });
  made.status.put(BOB, shownRequest('Edit it?'), { since: 10 });
  made.status.put('ada-chat-c1', needsInput('Which?', 'question'), { since: 1 });
  return made;
}

const isRefused = (message: RegExp) => ({ code: 'ILLEGAL_STATE', message });

describe('approve and deny', () => {
  it('answer the session of the row', async () => {
    const made = world();
    const asked = questionKey(ADA, made.status.get(ADA));
    await approve(made.deps, { session: ADA, asked }, 'person');
    await deny(made.deps, { session: BOB }, 'person');
    assert.deepEqual(made.events, [`approve ${ADA}: Run it?`, `deny ${BOB}`]);
  });

  it('show the whole request first if the caller is no row', async () => {
    const asked: unknown[] = [];
    const ask = (question: unknown) => Promise.resolve(void asked.push(question));
    const made = world({ questions: { ask } });
    made.status.put(ADA, shownRequest('rm -rf .\\\n  /a\u202e'), { since: 20 });
    for (const source of ['program', 'selection'] as const) {
      await approve(made.deps, { session: ADA }, source);
    }
    await approve(made.deps, {}, 'person');
    const answers = ['Approve'];
    const ada = {
      message: `Approve this request of Talk ${ADA} (Task t1)?`,
      detail: 'rm -rf .\\\n  /a\\u202e',
      answers,
    };
    const bob = {
      message: `Approve this request of Talk ${BOB} (Task t2)?`,
      detail: 'Edit it?',
      answers,
    };
    assert.deepEqual(asked, [ada, ada, bob]);
    assert.deepEqual(made.events, []);
  });

  it('show no request in a dialog that could cut it, and approve it by its row [S3]', async () => {
    const made = world();
    for (const request of ['x\n'.repeat(41), 'x'.repeat(1501)]) {
      made.status.put(ADA, shownRequest(request), { since: 20 });
      await assert.rejects(
        approve(made.deps, { session: ADA }, 'program'),
        isRefused(/too long for a dialog/),
      );
      assert.deepEqual(made.events.splice(0), []);
      const asked = questionKey(ADA, made.status.get(ADA));
      await approve(made.deps, { session: ADA, asked }, 'person');
      assert.deepEqual(made.events.splice(0), [`approve ${ADA}: ${request}`]);
    }
  });

  it('approve what was shown, even if the agent asks something else meanwhile', async () => {
    const ask = ({ answers: [answer] }: Question<string>) => {
      made.status.put(ADA, shownRequest('Delete all?'), { since: 30 });
      return Promise.resolve(answer);
    };
    const made = world({ questions: { ask } as Questions });
    await approve(made.deps, { session: ADA }, 'program');
    assert.deepEqual(made.events, [`approve ${ADA}: Run it?`]);
  });

  it('refuse to approve without a whole request, with the reason', async () => {
    const made = world();
    made.status.put(ADA, needsInput('Run it?'), { since: 20 });
    await assert.rejects(
      approve(made.deps, { session: ADA }, 'person'),
      isRefused(/not offered because its screen does not show the question: open it/),
    );
    await deny(made.deps, { session: ADA }, 'person');
    assert.deepEqual(made.events, [`deny ${ADA}`]);
  });

  it('answer the oldest permission request if no session is named, and show its session', async () => {
    const made = world({ questions: { ask: ({ answers: [answer] }) => Promise.resolve(answer) } });
    await approve(made.deps, {}, 'person');
    assert.deepEqual(made.events, [
      `approve ${BOB}: Edit it?`,
      'info Approved: Talk bob-main-t2 (Task t2), needs you: permission - Edit it?',
    ]);
  });

  it('reject a row that no longer exists, and answer nothing', async () => {
    const made = world();
    await assert.rejects(
      approve(made.deps, {}, 'goneRow'),
      isRefused(/does not ask this question any more/),
    );
    assert.deepEqual(made.events, []);
  });

  it('reject if the agent asks another question, or none', async () => {
    const made = world();
    const asked = questionKey(ADA, made.status.get(ADA));
    await approve(made.deps, { session: ADA, asked }, 'person');
    made.status.put(ADA, needsInput('Delete all?'), { since: 30 });
    await assert.rejects(
      approve(made.deps, { session: ADA, asked }, 'person'),
      isRefused(/now: needs you: permission - Delete all\?/),
    );
    made.status.put(ADA, { kind: 'unknown' });
    await assert.rejects(deny(made.deps, { session: ADA, asked }, 'person'), isRefused(/Ada|Talk/));
    assert.deepEqual(made.events, [`approve ${ADA}: Run it?`]);
  });

  it('reject if no agent waits for a permission', async () => {
    const made = world();
    [ADA, BOB].forEach((id) => made.status.put(id, { kind: 'working' }));
    await assert.rejects(approve(made.deps, {}, 'person'), isRefused(/No agent waits/));
  });

  it('refuse an unknown id', async () => {
    await assert.rejects(approve(world().deps, { session: 'x' }, 'program'), {
      code: 'SESSION_NOT_FOUND',
    });
  });
});

describe('reply', () => {
  const typing = (text: string | undefined, then: () => void = () => {}) => {
    const titles: string[] = [];
    const askText = (title: string) => {
      titles.push(title);
      then();
      return Promise.resolve(text);
    };
    return { titles, pickers: { ...new CommandWorld().deps.pickers, askText } };
  };

  it('types the text that a program passes', async () => {
    const made = world();
    await reply(made.deps, { session: ADA, text: 'the first' }, 'program');
    assert.deepEqual(made.events, [`reply ${ADA} the first`]);
  });

  it('asks a person for the answer to the question that waits longest', async () => {
    const { titles, pickers } = typing('blue');
    const made = world({ pickers });
    await reply(made.deps, {}, 'person');
    assert.deepEqual([titles, made.events], [['Which?'], ['reply ada-chat-c1 blue']]);
  });

  it('types nothing if the person dismisses the input', async () => {
    const made = world({ pickers: typing(undefined).pickers });
    await reply(made.deps, {}, 'person');
    assert.deepEqual(made.events, []);
  });

  it('rejects if the question changes while the person types', async () => {
    const change = () =>
      made.status.put('ada-chat-c1', needsInput('Really?', 'question'), { since: 2 });
    const made: CommandWorld = world({ pickers: typing('blue', change).pickers });
    await assert.rejects(reply(made.deps, {}, 'person'), isRefused(/Really\?/));
    assert.deepEqual(made.events, []);
  });
});
