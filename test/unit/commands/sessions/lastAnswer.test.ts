import assert from 'node:assert/strict';
import {
  copyLastAnswer,
  copyLastCodeBlock,
  openAnswer,
} from '../../../../src/commands/sessions/lastAnswer';
import type { CommandServices } from '../../../../src/commands/commandServices';
import type { AnsweringSession, LastAnswer } from '../../../../src/driver/lastAnswers';
import { fakeWindowActions } from '../../../support/views/fakeWorktrees';
import { CommandWorld } from '../../../support/views/commandWorld';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { taskIn } from '../../../support/views/treeSources';

const RUNNING = 'ada-main-t1';
const LISTED = 'ada-chat-c1';
const NAME = `Talk ${RUNNING} (Task t1)`;
const TEXT = 'So:\n\n```sh\nnpm test\n```\n\nDone.';

/** A task with a session that runs and one that is only listed. */
function world(
  answer: LastAnswer = { text: TEXT, source: 'transcript' },
  overrides: Partial<CommandServices> = {},
): CommandWorld {
  const lastAnswer = (session: AnsweringSession) => {
    made.events.push(`read ${JSON.stringify(session)}`);
    return Promise.resolve(answer);
  };
  const made = new CommandWorld({
    driver: { ask: () => assert.fail('nothing is asked'), lastAnswer },
    ...overrides,
  });
  made.tasks = [taskIn('app', 't1', [RUNNING, LISTED])];
  made.sessions.put(sessionInfo({ id: RUNNING, workDir: '/there' }));
  made.activeSessionId = RUNNING;
  return made;
}

/** The events after the read. */
const effects = ({ events }: CommandWorld) => events.slice(1);

describe('the last answer of a session', () => {
  it('is copied from the session that has the focus', async () => {
    const made = world();
    await copyLastAnswer(made.deps, {});
    const session = { id: RUNNING, kind: 'local', label: `Talk ${RUNNING}`, workDir: '/there' };
    assert.deepEqual(made.events, [
      `read ${JSON.stringify(session)}`,
      `copy ${TEXT}`,
      `info The last answer of ${NAME} was copied.`,
    ]);
  });

  it('is copied from a row whose session has ended', async () => {
    const made = world();
    await copyLastAnswer(made.deps, { session: LISTED });
    const { cwd } = made.tasks[0] ?? assert.fail();
    const session = { id: LISTED, kind: 'local', label: `Talk ${LISTED}`, workDir: cwd };
    assert.equal(made.events[0], `read ${JSON.stringify(session)}`);
  });

  it('is copied as the screen shows it if there is no transcript, which is said', async () => {
    const made = world({ text: 'Done.', source: 'screen' });
    await copyLastAnswer(made.deps, {});
    assert.match(made.events.at(-1) ?? '', /was copied as its screen shows it/);
  });

  it('gives its last code block', async () => {
    const made = world();
    await copyLastCodeBlock(made.deps, {});
    assert.deepEqual(effects(made), [
      'copy npm test',
      `info The last code block of ${NAME} was copied.`,
    ]);
  });

  it('comes with its notice in every form', async () => {
    for (const run of [copyLastAnswer, copyLastCodeBlock, openAnswer]) {
      const made = world({ text: TEXT, source: 'transcript', notice: 'It still works.' });
      await run(made.deps, {});
      assert.match(
        made.events.at(-1) ?? '',
        /^info (?:The last .* was copied\. )?It still works\.$/,
      );
    }
  });

  it('fails to give a code block that it does not have', async () => {
    const made = world({ text: 'Done.', source: 'transcript' });
    const message = /^No code block was copied: the last answer of .* has none\./;
    await assert.rejects(copyLastCodeBlock(made.deps, {}), { code: 'ILLEGAL_STATE', message });
    assert.deepEqual(effects(made), []);
  });

  it('opens as a document', async () => {
    const made = world();
    await openAnswer(made.deps, {});
    assert.deepEqual(effects(made), [`open as Markdown ${TEXT}`]);
  });

  it('names another way if the clipboard cannot be written', async () => {
    const made = world(undefined, {
      windowActions: {
        ...fakeWindowActions(() => {}),
        copyText: () => Promise.reject(new Error('denied')),
      },
    });
    await assert.rejects(copyLastAnswer(made.deps, {}), {
      code: 'ILLEGAL_STATE',
      message: /^The clipboard cannot be written: use Agents: Open Answer as Markdown/,
    });
    assert.deepEqual(effects(made), []);
  });
});
