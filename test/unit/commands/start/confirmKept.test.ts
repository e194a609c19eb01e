import assert from 'node:assert/strict';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { forkSession } from '../../../../src/commands/start/forkSession';
import { forkTask } from '../../../../src/commands/start/forkTask';
import { restartSession } from '../../../../src/commands/start/restartSession';
import { resumeConversation } from '../../../../src/commands/start/resumeConversation';
import { openSession } from '../../../../src/commands/sessions/openSession';
import type { Conversation } from '../../../../src/tasks/task';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { ProviderRegistry } from '../../../../src/providers/registry/providerRegistry';
import { CommandWorld } from '../../../support/views/commandWorld';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ScriptedQuestions } from '../../../support/agents/scriptedQuestions';
import { taskIn } from '../../../support/views/treeSources';

const ID = 'ada-main-t1';
const AUTO = { autoApprove: true, extraArgs: ['-v'], envNames: ['TOKEN'] };

interface Case {
  readonly options: Conversation['options'];
  readonly answers?: readonly (string | undefined)[];
  readonly isRunning?: boolean;
}

function world({ options, answers = [], isRunning = false }: Case) {
  const questions = new ScriptedQuestions(...answers);
  const made = new CommandWorld({ questions });
  const task = taskIn('app', 't1', [ID]);
  const conversations = task.conversations.map((one) => ({ ...one, options }));
  made.tasks = [{ ...task, conversations }];
  if (isRunning) {
    made.sessions.put(sessionInfo({ id: ID }));
  }
  return { made, asked: questions.asked };
}

describe('another start of a session that acted without requesting permission', () => {
  const WAYS: Readonly<Record<string, (deps: CommandServices) => Promise<unknown>>> = {
    restart: (deps) => restartSession(deps, { session: ID }, 'program'),
    open: (deps) => openSession(deps, { session: ID }),
    resume: (deps) => resumeConversation(deps, { session: ID }),
  };
  for (const [way, start] of Object.entries(WAYS)) {
    it(`asks the person, and follows the answer: ${way}`, async () => {
      const expected = [
        ['Start with Auto-Approve', [`restart ${ID} with auto-approve`, `start ${ID} editor`]],
        ['Start Normally', [`restart ${ID}`, `start ${ID} editor`]],
        [undefined, []],
      ] as const;
      for (const [answer, events] of expected) {
        const { made, asked } = world({ options: AUTO, answers: [answer] });
        await start(made.deps);
        assert.deepEqual(made.events, events);
        assert.match(asked[0]?.message ?? '', /^Start Ada in app so that it does not request/);
        assert.match(asked[0]?.detail ?? '', /^It has been started so before, [^]*"-v"[^]*"TOKEN"/);
      }
    });
  }

  it('asks the person before a fork, and before a worktree is created for it', async () => {
    const fork = { session: ID, worktree: true };
    const expected = [
      ['Start with Auto-Approve', `fork ${ID} with auto-approve`],
      ['Start Normally', `fork ${ID}`],
    ] as const;
    for (const [answer, event] of expected) {
      const { made } = world({ options: AUTO, answers: [answer], isRunning: true });
      await forkSession(made.deps, fork, 'program');
      assert.ok(made.events.includes(event), made.events.join());
    }
    const { made } = world({ options: AUTO, answers: [undefined], isRunning: true });
    await forkSession(made.deps, fork, 'program');
    assert.deepEqual(made.events, []);
  });

  it('asks the person before the task is forked', async () => {
    const expected = [
      ['Start with Auto-Approve', ['task Task t1 fork', `fork ${ID} with auto-approve`]],
      ['Start Normally', ['task Task t1 fork', `fork ${ID}`]],
      [undefined, []],
    ] as const;
    for (const [answer, events] of expected) {
      const { made } = world({ options: AUTO, answers: [answer], isRunning: true });
      await forkTask(made.deps, { task: 't1' }, 'program');
      assert.deepEqual(made.events.slice(0, 2), events);
    }
  });

  it('asks about a flag among its arguments', async () => {
    const provider = { label: 'Ada', cli: 'ada', autoApproveFlag: '--act' };
    const { made, asked } = world({
      options: { extraArgs: ['--act'] },
      answers: ['Start with Auto-Approve'],
    });
    made.providers = { ada: provider };
    await restartSession(made.deps, { session: ID }, 'program');
    assert.equal(made.events[0], `restart ${ID} with auto-approve`);
    assert.equal(asked.length, 1);
  });

  it('asks about a permission mode that is auto-approval, and shows it', async () => {
    const { made, asked } = world({
      options: { permissionMode: 'acceptEdits' },
      answers: ['Start with Auto-Approve'],
    });
    const deps = { ...made.deps, registry: new ProviderRegistry(BUILT_IN_PROVIDERS) };
    made.providers = { ada: { extends: 'claude', label: 'Ada' } };
    await restartSession(deps, { session: ID }, 'program');
    assert.equal(made.events[0], `restart ${ID} with auto-approve`);
    assert.match(asked[0]?.detail ?? '', /permissionMode: "acceptEdits"/);
  });

  it('asks nothing if the settings allow it, or if it requested permission', async () => {
    const { made } = world({ options: AUTO });
    made.autoApproveSetting = true;
    await restartSession(made.deps, { session: ID }, 'program');
    assert.equal(made.events[0], `restart ${ID} with auto-approve`);
    for (const options of [undefined, {}, { autoApprove: false }, { autoApprove: 'yes' }]) {
      const other = world({ options });
      await restartSession(other.made.deps, { session: ID }, 'program');
      assert.equal(other.made.events[0], `restart ${ID}`);
    }
  });
});
