import assert from 'node:assert/strict';
import { archiveTask, unarchiveTask } from '../../../../src/commands/tasks/archiveTask';
import { forkSession } from '../../../../src/commands/start/forkSession';
import { newTask } from '../../../../src/commands/tasks/createTask';
import { openTaskFolder } from '../../../../src/commands/tasks/taskCommands';
import { planRepairs, repairWorktree } from '../../../../src/commands/tasks/repairWorktree';
import { startAgent } from '../../../../src/commands/start/startAgent';
import { SessionError } from '../../../../src/base/errors';
import { choosing } from '../../../support/views/choosing';
import { CommandWorld } from '../../../support/views/commandWorld';
import { ADA, ENDED, worktreeWorld as world } from '../../../support/views/worktreeWorld';
import { ScriptedQuestions } from '../../../support/agents/scriptedQuestions';
import { taskIn } from '../../../support/views/treeSources';
import { lossesOf, worktreeTask } from '../../../support/agents/worktreeTask';

const ARCHIVED_AT = '2026-01-01T00:00:00.000Z';

const isIllegal = (error: unknown): boolean => SessionError.is(error, 'ILLEGAL_STATE');

describe('newTask', () => {
  const create = (made: CommandWorld, args = {}) =>
    newTask(made.deps, { task: 'Till', ...args }, 'program');

  it('asks if the setting is "ask", and creates no task if the question is dismissed', async () => {
    const choices = choosing('worktree');
    const made = new CommandWorld({ choices });
    made.worktreeMode = 'ask';
    assert.deepEqual(await create(made), { task: 't9' });
    assert.deepEqual(made.events, ['worktree Till', 'set up t9']);
    assert.deepEqual(choices.seen, [['In a worktree of its own', 'In app']]);
    const dismissed = new CommandWorld({ choices: choosing(undefined) });
    dismissed.worktreeMode = 'ask';
    assert.equal(await create(dismissed), undefined);
    assert.deepEqual(dismissed.events, []);
  });

  it('creates a task in the folder if no worktree is possible, and logs the reason', async () => {
    const made = new CommandWorld();
    made.worktreeMode = 'always';
    made.obstacle = 'No repository.';
    await create(made);
    assert.deepEqual(made.events, [
      'log New tasks in /home/ada/app work there without a worktree: No repository.',
      'task Till',
    ]);
  });

  it('asks if the base is fetched, where a remote has it and the setting is "ask"', async () => {
    const choices = choosing('Fetch origin/main');
    const made = new CommandWorld({ choices });
    made.remoteBase = 'origin/main';
    await create(made, { worktree: true });
    assert.deepEqual(choices.seen, [['Fetch origin/main', 'Do not fetch']]);
    assert.deepEqual(made.events, ['worktree Till after a fetch', 'set up t9']);
    const dismissed = new CommandWorld({ choices: choosing(undefined) });
    dismissed.remoteBase = 'origin/main';
    assert.equal(await create(dismissed, { worktree: true }), undefined);
    assert.deepEqual(dismissed.events, []);
  });

  for (const [setting, event] of [
    ['always', 'worktree Till after a fetch'],
    ['never', 'worktree Till'],
  ] as const) {
    it(`asks nothing about a fetch where the setting is "${setting}"`, async () => {
      const made = new CommandWorld();
      made.remoteBase = 'origin/main';
      made.worktreeFetch = setting;
      await create(made, { worktree: true });
      assert.deepEqual(made.events, [event, 'set up t9']);
    });
  }

  it('creates a worktree if a base is given, and rejects a base without a worktree', async () => {
    const made = new CommandWorld();
    await create(made, { base: 'v1' });
    assert.deepEqual(made.events, ['worktree Till at v1', 'set up t9']);
    await assert.rejects(
      create(made, { base: 'v1', worktree: false }),
      /A base is for the worktree/,
    );
  });

  it('creates nothing if the person cancels, or does not confirm the values of the workspace', async () => {
    const cancelled = new CommandWorld({ progress: () => Promise.resolve(undefined) });
    assert.equal(await create(cancelled, { worktree: true }), undefined);
    const confirmValues = { confirm: () => Promise.resolve('cancelled' as const) };
    const unconfirmed = new CommandWorld({ confirmValues });
    assert.equal(await create(unconfirmed, { worktree: true }), undefined);
    assert.deepEqual([...cancelled.events, ...unconfirmed.events], []);
  });
});

describe('startAgent with a worktree', () => {
  const start = (made: CommandWorld, task: string) =>
    startAgent(made.deps, { provider: 'ada', task, worktree: true });

  it('creates one for a new task, and starts there', async () => {
    const made = new CommandWorld();
    await start(made, 'Till');
    assert.deepEqual(made.events, ['worktree Till', 'set up t9', 'start ada-main-t9 editor']);
    assert.deepEqual(made.requests[0]?.task, { kind: 'existing', id: 't9' });
  });

  it('creates none if the limit of sessions is reached', async () => {
    const made = world();
    made.sessions.isFull = true;
    const isFull = (error: unknown) => SessionError.is(error, 'MAX_SESSIONS');
    await assert.rejects(start(made, 'Till'), isFull);
    await assert.rejects(
      forkSession(made.deps, { session: ADA, worktree: true }, 'program'),
      isFull,
    );
    assert.deepEqual(made.events, []);
  });

  it('starts nothing if the setup does not allow it', async () => {
    const { worktreeCommands } = new CommandWorld().deps;
    const made = new CommandWorld({
      worktreeCommands: { ...worktreeCommands, allowStart: () => Promise.resolve(false) },
    });
    assert.equal(await start(made, 'Till'), undefined);
    assert.deepEqual(made.requests, []);
  });

  it('refuses an existing task without one', async () => {
    const made = new CommandWorld();
    made.tasks = [taskIn('app', 't1')];
    await assert.rejects(start(made, 't1'), /has no worktree/);
  });
});

describe('archiveTask', () => {
  it('asks with the names of the sessions, then ends them, runs the teardown and archives', async () => {
    const questions = new ScriptedQuestions(undefined, 'Archive Task');
    const made = world({ questions });
    await archiveTask(made.deps, { task: 't1' }, 'person');
    assert.deepEqual(made.events, []);
    await archiveTask(made.deps, { task: 't1' }, 'person');
    assert.deepEqual(made.events, [...ENDED, 'tear down t1', 'archive t1']);
    assert.match(questions.asked[0]?.detail ?? '', /^Talk ada-main-t1 runs in it and ends\./);
  });

  it('asks no question if no session runs, or for a program', async () => {
    const resting = new CommandWorld({ questions: new ScriptedQuestions() });
    resting.tasks = [taskIn('app', 't1')];
    resting.location = { kind: 'missing', knownAt: undefined, lockReason: undefined };
    await archiveTask(resting.deps, { task: 't1' }, 'person');
    assert.deepEqual(resting.events, ['archive t1']);
    const running = world({ questions: new ScriptedQuestions() });
    await archiveTask(running.deps, { task: 't1' }, 'program');
    assert.deepEqual(running.events, [...ENDED, 'tear down t1', 'archive t1']);
  });

  it('refuses uncommitted work before it ends a session', async () => {
    const made = world();
    made.losses = [lossesOf({ uncommitted: ['till.txt'] })];
    await assert.rejects(archiveTask(made.deps, { task: 't1' }, 'program'), /till\.txt/);
    assert.deepEqual(made.events, []);
  });

  it('refuses uncommitted work that its agent adds until it has ended', async () => {
    const made = world();
    made.losses = [lossesOf(), lossesOf({ uncommitted: ['late.txt'] })];
    await assert.rejects(archiveTask(made.deps, { task: 't1' }, 'program'), /late\.txt/);
    assert.deepEqual(made.events, ENDED);
  });

  it('refuses a task with a session in another window, before it asks or ends anything', async () => {
    const questions = new ScriptedQuestions('Archive Task');
    const made = world({ questions });
    made.elsewhere.add(ADA);
    for (const source of ['person', 'program'] as const) {
      await assert.rejects(archiveTask(made.deps, { task: 't1' }, source), isIllegal);
    }
    assert.deepEqual(questions.asked, []);
    assert.deepEqual(made.events, []);
  });
});

describe('unarchiveTask', () => {
  it('offers archived tasks, and sets up the worktree again', async () => {
    const choices = choosing('t2');
    const made = new CommandWorld({ choices });
    made.tasks = [worktreeTask('t1'), { ...worktreeTask('t2'), archivedAt: ARCHIVED_AT }];
    assert.deepEqual(await unarchiveTask(made.deps, {}), { task: 't2' });
    assert.deepEqual(made.events, ['unarchive t2', 'set up t2']);
    assert.deepEqual(choices.seen, [['Task t2']]);
  });

  it('rejects if no task is archived', async () => {
    await assert.rejects(unarchiveTask(world().deps, {}), /No task is archived/);
  });
});

describe('repairWorktree', () => {
  const MISSING = { kind: 'missing', knownAt: '/gone', lockReason: undefined } as const;

  it('chooses the first repair for a program', async () => {
    const made = world();
    made.location = { kind: 'moved', path: '/new' };
    await repairWorktree(made.deps, { task: 't1' }, 'program');
    made.location = MISSING;
    await repairWorktree(made.deps, { task: 't1' }, 'program');
    assert.deepEqual(made.events, ['repair t1 ', 'refresh', 'restore t1', 'set up t1', 'refresh']);
  });

  it('lets a person choose its directory, and offers to delete the task', async () => {
    const choices = choosing('Choose its directory');
    const made = world({ choices });
    made.location = MISSING;
    await repairWorktree(made.deps, { task: 't1' }, 'person');
    assert.deepEqual(made.events, ['repair t1 /chosen', 'refresh']);
    const [seen] = choices.seen;
    assert.deepEqual(seen, [
      'Create it again from its branch',
      'Choose its directory...',
      'Delete the task...',
    ]);
  });

  it('offers to link a worktree without .git again, and names its remaining files', () => {
    const left = { kind: 'broken', left: ['notes', 'src'] } as const;
    const [first] = planRepairs(worktreeTask('t1'), left);
    assert.deepEqual(first, {
      label: 'Link it with its repository again',
      description: '/home/ada/app.worktrees/t1 has no .git, and stays as it is: notes, src',
      value: 'link',
    });
  });

  it('shows a message if no repair is needed', async () => {
    const made = world();
    await repairWorktree(made.deps, { task: 't1' }, 'person');
    assert.match(made.events[0] ?? '', /^info .* needs no repair/);
  });
});

describe('openTaskFolder', () => {
  it('opens the working directory of the task', async () => {
    const made = world();
    await openTaskFolder(made.deps, { task: 't1' });
    assert.deepEqual(made.events, ['open /home/ada/app.worktrees/t1']);
  });
});
