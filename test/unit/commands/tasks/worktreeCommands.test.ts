import assert from 'node:assert/strict';
import type { CommandsEnd } from '../../../../src/agents/start/commandRuns';
import { SessionError } from '../../../../src/base/errors';
import { TerminalRuns } from '../../../../src/commands/tasks/terminalRuns';
import { WorktreeCommands } from '../../../../src/commands/tasks/worktreeCommands';
import type { Task } from '../../../../src/tasks/task';
import { folderRef } from '../../../support/views/treeSources';
import { worktreeTask } from '../../../support/agents/worktreeTask';

const FAILED: CommandsEnd = { kind: 'failed', command: 'npm ci', exitCode: 1 };

/** Commands whose end the test decides. */
class World {
  readonly events: string[] = [];
  commands: readonly string[] = ['npm ci'];
  agrees = false;
  task: Task = worktreeTask('t1');
  /** The PTY id of the session that another window owns. */
  heldElsewhere: string | undefined;
  readonly ends: { resolve(end: CommandsEnd): void; reject(error: Error): void }[] = [];
  private readonly runs = new TerminalRuns({
    commandRuns: {
      prepare: ({ task, label }) => {
        const finished = new Promise<CommandsEnd>((resolve, reject) => {
          this.ends.push({ resolve, reject });
        });
        const start = {
          task,
          sessionId: 'shell-chat-c1',
          label,
          providerId: 'shell',
          afterExit: 'keep',
          notices: [],
          launch: () => Promise.reject(new Error('not launched here')),
          enter() {},
          discard() {},
        } as const;
        return Promise.resolve({ start, finished });
      },
    },
    sessions: { find: (id) => ({ kill: () => Promise.resolve(this.note(`kill ${id}`)) }) },
    terminals: {
      open: ({ label }) => this.note(`open ${label}`),
      close: (id) => this.note(`close ${id}`),
    },
    settings: () => ({ location: 'editor' }),
  });
  readonly subject = new WorktreeCommands({
    runs: this.runs,
    tasks: {
      find: () => this.task,
      update: (_id, fields) => {
        this.task = { ...this.task, ...fields };
        return Promise.resolve();
      },
    },
    leases: { isOwnedElsewhere: (id) => id === this.heldElsewhere },
    messages: {
      offer: (sentence, action) => (
        this.note(`offer ${action}: ${sentence}`),
        Promise.resolve(this.agrees)
      ),
      showError: (error) => this.note(String(error)),
      showNotice: (sentence) => this.note(`notice ${sentence}`),
    },
    settings: () => ({
      'worktree.setup': this.commands,
      'worktree.teardown': this.commands,
    }),
  });

  private note(event: string): void {
    this.events.push(event);
  }
}

describe('WorktreeCommands', () => {
  const folder = folderRef('app');
  const task = worktreeTask('t1');
  const OPENED = 'open Setup (Task t1)';
  const CLOSED = ['close shell-chat-c1', 'kill shell-chat-c1'];
  const SENTENCE =
    '"npm ci" of the setup of task "Task t1" failed with code 1: its terminal shows why.';
  let world: World;
  beforeEach(() => (world = new World()));

  /** Lets pending promises settle. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.resolve();
    }
  }

  async function end(how: CommandsEnd | Error): Promise<void> {
    await settle();
    const [open] = world.ends.splice(0);
    if (how instanceof Error) {
      open?.reject(how);
    } else {
      open?.resolve(how);
    }
    await settle();
  }

  it('do not run if the settings list none', async () => {
    world.commands = [];
    world.subject.setUp(folder, task);
    assert.equal(await world.subject.allowStart(folder, 't1'), true);
    assert.equal(await world.subject.tearDown(folder, task), true);
    assert.deepEqual(world.events, []);
  });

  it('let agents start after a successful setup, whose terminal is closed', async () => {
    world.subject.setUp(folder, task);
    let allowed: boolean | undefined;
    void world.subject.allowStart(folder, 't1').then((answer) => (allowed = answer));
    await settle();
    assert.equal(allowed, undefined);
    await end({ kind: 'done' });
    assert.equal(allowed, true);
    assert.deepEqual(world.events, [OPENED, ...CLOSED]);
  });

  it('ask at each start of an agent after a failed setup, until the person agrees', async () => {
    world.subject.setUp(folder, task);
    const waiting = world.subject.allowStart(folder, 't1');
    await end(FAILED);
    assert.equal(await waiting, false);
    world.agrees = true;
    assert.equal(await world.subject.allowStart(folder, 't1'), true);
    assert.equal(await world.subject.allowStart(folder, 't1'), true);
    const offer = `offer Start Anyway: ${SENTENCE}`;
    assert.deepEqual(world.events, [OPENED, offer, offer]);
  });

  it('show one notice of a failure that no agent waits for', async () => {
    world.subject.setUp(folder, task);
    await end(FAILED);
    assert.deepEqual(world.events, [OPENED, `notice ${SENTENCE}`]);
  });

  it('show why a setup could not start, and let agents start after that', async () => {
    world.subject.setUp(folder, task);
    await end(new SessionError('MAX_SESSIONS', 'No room.'));
    assert.match(world.events[1] ?? '', /No room\./);
    assert.equal(await world.subject.allowStart(folder, 't1'), true);
  });

  it('show no message about a setup that is cancelled after its task was removed', async () => {
    world.subject.setUp(folder, task);
    await settle();
    world.subject.forget('t1');
    await end({ kind: 'cancelled' });
    assert.deepEqual(world.events, [OPENED]);
  });

  describe('that a closed window did not finish', () => {
    const BEGUN = { ptyId: 'shell-chat-c1' };

    it('are stored from their start until they succeed', async () => {
      world.task = { ...task, pendingSetup: {} };
      world.subject.setUp(folder, task);
      await settle();
      assert.deepEqual(world.task.pendingSetup, BEGUN);
      await end({ kind: 'done' });
      assert.equal(world.task.pendingSetup, undefined);
    });

    it('stay stored after a failure, until the person starts an agent anyway', async () => {
      world.subject.setUp(folder, task);
      await end(FAILED);
      assert.deepEqual(world.task.pendingSetup, BEGUN);
      assert.equal(await world.subject.allowStart(folder, 't1'), false);
      assert.deepEqual(world.task.pendingSetup, BEGUN);
      world.agrees = true;
      assert.equal(await world.subject.allowStart(folder, 't1'), true);
      assert.equal(world.task.pendingSetup, undefined);
    });

    it('start again with the first agent, which waits for them', async () => {
      world.task = { ...task, pendingSetup: { ptyId: 'shell-chat-c0' } };
      const allowed = world.subject.allowStart(folder, 't1');
      await end({ kind: 'done' });
      assert.equal(await allowed, true);
      assert.deepEqual(world.events, [OPENED, ...CLOSED]);
      assert.equal(world.task.pendingSetup, undefined);
    });

    it('do not start again while another window runs them', async () => {
      world.task = { ...task, pendingSetup: { ptyId: 'shell-chat-c0' } };
      world.heldElsewhere = 'shell-chat-c0';
      await assert.rejects(world.subject.allowStart(folder, 't1'), {
        code: 'ILLEGAL_STATE',
        message: /Task "Task t1" is being set up in another window/,
      });
      assert.deepEqual(world.events, []);
    });

    it('are removed if the settings no longer list any', async () => {
      world.task = { ...task, pendingSetup: {} };
      world.commands = [];
      assert.equal(await world.subject.allowStart(folder, 't1'), true);
      assert.equal(world.task.pendingSetup, undefined);
    });
  });

  it('stop a removal if the teardown fails, unless the person continues', async () => {
    for (const agrees of [false, true]) {
      world.agrees = agrees;
      const allowed = world.subject.tearDown(folder, task);
      await end(FAILED);
      assert.equal(await allowed, agrees);
    }
    assert.match(world.events[1] ?? '', /^offer Remove Anyway: "npm ci" of the teardown/);
  });
});
