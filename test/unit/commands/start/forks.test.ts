import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { forkSession } from '../../../../src/commands/start/forkSession';
import { forkTask } from '../../../../src/commands/start/forkTask';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { choosing } from '../../../support/views/choosing';
import { CommandWorld } from '../../../support/views/commandWorld';
import { taskIn } from '../../../support/views/treeSources';
import { ADA, worktreeWorld as world } from '../../../support/views/worktreeWorld';

const isIllegal = (error: unknown): boolean => SessionError.is(error, 'ILLEGAL_STATE');

describe('forkSession', () => {
  it('asks a person where to fork, and forks in the same task for a program', async () => {
    const choices = choosing('In a worktree');
    const made = world({ choices });
    await forkSession(made.deps, { session: ADA }, 'person');
    assert.deepEqual(choices.seen, [
      ['In this task', 'In a worktree with its uncommitted changes'],
    ]);
    assert.deepEqual(made.events, [
      'take changes of t1',
      'worktree Task t1 fork with changes',
      'set up t9',
      `fork ${ADA}`,
      'start ada-chat-c9 editor',
    ]);
    const byProgram = world({ choices: choosing(undefined) });
    await forkSession(byProgram.deps, { session: ADA }, 'program');
    assert.deepEqual(byProgram.events, [`fork ${ADA}`, 'start ada-chat-c9 editor']);
  });

  it('asks first about the values of the workspace for its agent, and does nothing if cancelled', async () => {
    const asked: (string | undefined)[] = [];
    const confirm = (_folder: unknown, providerId: string | undefined) => {
      asked.push(providerId);
      return Promise.resolve('cancelled' as const);
    };
    const made = world({ confirmValues: { confirm } });
    for (const worktree of [false, true]) {
      assert.equal(await forkSession(made.deps, { session: ADA, worktree }, 'person'), undefined);
    }
    assert.deepEqual(asked, ['ada', 'ada']);
    assert.deepEqual(made.events, []);
  });

  it('refuses an ended session before it creates a worktree', async () => {
    const made = world();
    made.sessions.put(sessionInfo({ id: ADA, state: 'terminated' }));
    await assert.rejects(
      forkSession(made.deps, { session: ADA, worktree: true }, 'program'),
      (error) => SessionError.is(error, 'SESSION_EXITED'),
    );
    assert.deepEqual(made.events, []);
  });
});

describe('forkTask', () => {
  const CHAT = 'ada-chat-c1';
  /** A task without a worktree, with two running sessions and an ended one. */
  function plainWorld(overrides: ConstructorParameters<typeof CommandWorld>[0] = {}): CommandWorld {
    const made = new CommandWorld(overrides);
    made.tasks = [taskIn('app', 't1', [ADA, CHAT, 'ada-chat-c2'])];
    made.sessions.put(sessionInfo({ id: ADA, state: 'active' }));
    made.sessions.put(sessionInfo({ id: CHAT, state: 'idle' }));
    made.sessions.put(sessionInfo({ id: 'ada-chat-c2', state: 'terminated' }));
    return made;
  }

  it('forks all running sessions into a new task, in a worktree if the person chooses one', async () => {
    const choices = choosing('In a worktree');
    const made = plainWorld({ choices });
    await forkTask(made.deps, { task: 't1' }, 'person');
    assert.deepEqual(choices.seen, [
      ['In the same directory', 'In a worktree with its uncommitted changes'],
    ]);
    assert.deepEqual(made.events, [
      'take changes of t1',
      'worktree Task t1 fork with changes',
      'set up t9',
      `fork ${ADA}`,
      `fork ${CHAT}`,
      'start ada-chat-c9 editor',
      'start ada-chat-c9 editor',
    ]);
    const byProgram = plainWorld({ choices: choosing(undefined) });
    await forkTask(byProgram.deps, { task: 't1', name: 'Other' }, 'program');
    assert.deepEqual(byProgram.events.slice(0, 3), ['task Other', `fork ${ADA}`, `fork ${CHAT}`]);
  });

  it('has the tasks number its name, since others may fork at the same time, and keeps the name of a session that is given', async () => {
    const made = plainWorld();
    const numbered: unknown[] = [];
    const { tasks, worktrees } = made.deps;
    const deps: typeof made.deps = {
      ...made.deps,
      tasks: {
        ...tasks,
        create: (task, { isNumbered } = {}) => {
          numbered.push([task.name, isNumbered]);
          return tasks.create(task);
        },
      },
      worktrees: {
        ...worktrees,
        create: (request) => {
          numbered.push([request.name, request.isNumbered]);
          return worktrees.create(request);
        },
      },
    };
    await forkTask(deps, { task: 't1', worktree: false }, 'program');
    await forkTask(deps, { task: 't1', worktree: true }, 'program');
    await forkSession(deps, { session: ADA, worktree: true }, 'program');
    await forkSession(deps, { session: ADA, worktree: true, name: 'Own' }, 'program');
    assert.deepEqual(numbered, [
      ['Task t1 fork', true],
      ['Task t1 fork', true],
      ['Task t1 fork', true],
      ['Own', false],
    ]);
  });

  it('forks all or none: removes the new task if one session cannot be forked', async () => {
    const made = plainWorld();
    const own = made.deps.launcher;
    const launcher = {
      ...own,
      prepareFork: (id: string) =>
        id === CHAT ? Promise.reject(new Error('broken')) : own.prepareFork(id),
    };
    await assert.rejects(forkTask({ ...made.deps, launcher }, { task: 't1' }, 'program'), /broken/);
    assert.ok(!made.events.some((event) => event.startsWith('start ')), String(made.events));
    assert.ok(
      made.events.some((event) => event === 'remove t9'),
      String(made.events),
    );
  });

  it('refuses a task without running sessions, one of another window, and one without its worktree', async () => {
    const ended = plainWorld();
    [ADA, CHAT].forEach((id) => ended.sessions.put(sessionInfo({ id, state: 'terminated' })));
    await assert.rejects(forkTask(ended.deps, { task: 't1' }, 'program'), isIllegal);
    const elsewhere = plainWorld();
    elsewhere.elsewhere.add('ada-chat-c2');
    await assert.rejects(forkTask(elsewhere.deps, { task: 't1' }, 'program'), isIllegal);
    const own = world();
    await assert.rejects(
      forkTask(own.deps, { task: 't1', worktree: false }, 'program'),
      /needs one too/,
    );
    const full = plainWorld();
    full.sessions.isFull = true;
    await assert.rejects(forkTask(full.deps, { task: 't1' }, 'program'), (error) =>
      SessionError.is(error, 'MAX_SESSIONS'),
    );
    assert.deepEqual(
      [ended, elsewhere, own, full].flatMap(({ events }) => events),
      [],
    );
  });
});
