import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { interrupt, sendPrompt, sendSelection } from '../../../../src/commands/prompts/sendPrompt';
import { newTask } from '../../../../src/commands/tasks/createTask';
import {
  openSelected,
  openSession,
  openSessionIn,
} from '../../../../src/commands/sessions/openSession';
import {
  muteSession,
  unmuteSession,
  renameSession,
} from '../../../../src/commands/sessions/sessionCommands';
import { renameTask } from '../../../../src/commands/tasks/taskCommands';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { CommandWorld } from '../../../support/views/commandWorld';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { taskIn } from '../../../support/views/treeSources';

const RUNNING = 'ada-main-t1';
const RESTING = 'ada-chat-c1';

/** A task with one session that runs and one that does not. */
function world(overrides: Partial<CommandServices> = {}): CommandWorld {
  const made = new CommandWorld(overrides);
  made.tasks = [taskIn('app', 't1', [RUNNING, RESTING])];
  made.sessions.put(sessionInfo({ id: RUNNING }));
  return made;
}

describe('openSelected', () => {
  it('opens the session of the selected row, and nothing for a row of another kind', async () => {
    const row = { kind: 'session', id: 'x', session: RUNNING, folder: undefined } as const;
    const made = world({ settledSelection: () => Promise.resolve(row) });
    await openSelected(made.deps);
    assert.deepEqual(made.events, [`show ${RUNNING} editor`]);
    const task = { kind: 'task', id: 'y', task: 't1', folder: 'file:///app' } as const;
    await openSelected({ ...made.deps, settledSelection: () => Promise.resolve(task) });
    assert.equal(made.events.length, 1);
  });
});

describe('openSession', () => {
  it('adds a terminal of a running session at the requested location', async () => {
    const made = world();
    await openSession(made.deps, { session: RUNNING, location: 'beside' });
    assert.deepEqual(made.events, [`add ${RUNNING} beside`]);
  });

  it('adds a terminal at each location of the menu', async () => {
    const made = world();
    for (const place of ['editor', 'panel', 'beside'] as const) {
      await openSessionIn(place)(made.deps, { session: RUNNING });
    }
    assert.deepEqual(made.events, [
      `add ${RUNNING} editor`,
      `add ${RUNNING} panel`,
      `add ${RUNNING} beside`,
    ]);
  });

  it('shows an ended session without a restart', async () => {
    const made = world();
    made.sessions.put(sessionInfo({ id: RUNNING, state: 'terminated', exitCode: 0 }));
    await openSession(made.deps, { session: RUNNING });
    assert.deepEqual(made.events, [`show ${RUNNING} editor`]);
  });

  it('restarts a session that does not run', async () => {
    const made = world();
    await openSession(made.deps, { session: RESTING });
    assert.deepEqual(made.events, [`restart ${RESTING}`, `start ${RESTING} editor`]);
  });

  it('lists all sessions, with task and state', async () => {
    const lists: string[][] = [];
    const made = world();
    const pickSession: CommandServices['pickers']['pickSession'] = (choices) => {
      lists.push(choices.map((one) => `${one.label}, ${one.description}, ${one.detail}`));
      return Promise.resolve(undefined);
    };
    const pickers = { ...made.deps.pickers, pickSession };
    await openSession({ ...made.deps, pickers }, {});
    assert.deepEqual(lists, [
      ['Talk ada-main-t1, Ada · idle, Task t1', 'Talk ada-chat-c1, Ada · not running, Task t1'],
    ]);
    assert.deepEqual(made.events, []);
  });

  it('refuses an unknown id', async () => {
    await assert.rejects(openSession(world().deps, { session: 'x' }), (error) =>
      SessionError.is(error, 'SESSION_NOT_FOUND'),
    );
  });
});

describe('the commands on a running session', () => {
  it('use the session of the active terminal', async () => {
    const made = world();
    made.sessions.put(sessionInfo({ id: RESTING }));
    made.activeSessionId = RESTING;
    await interrupt(made.deps, {});
    await sendPrompt(made.deps, { prompt: 'go' });
    assert.deepEqual(made.events, [`interrupt ${RESTING}`, `prompt ${RESTING} go`]);
  });

  it('use the only running session', async () => {
    const made = world();
    made.activeSessionId = RESTING;
    await interrupt(made.deps, {});
    assert.deepEqual(made.events, [`interrupt ${RUNNING}`]);
  });

  it('reject if no session runs', async () => {
    await assert.rejects(interrupt(new CommandWorld().deps, {}), (error) =>
      SessionError.is(error, 'BAD_REQUEST'),
    );
  });

  it('send a selection without submitting it, and show the session', async () => {
    const selection = { text: 'x', savedPath: '/home/ada/app/a.ts', firstLine: 1, lastLine: 2 };
    const made = world({ editorSelection: () => selection });
    await sendSelection(made.deps, {});
    assert.deepEqual(made.events, [`write ${RUNNING} @a.ts#L1-2 `, `show ${RUNNING} editor`]);
  });

  it('send the text instead of the path to a shell whose agent has exited', async () => {
    const selection = { text: 'x', savedPath: '/home/ada/app/a.ts', firstLine: 1, lastLine: 2 };
    const made = world({ editorSelection: () => selection });
    made.sessions.put(sessionInfo({ id: RUNNING, agentExitCode: 0 }));
    await sendSelection(made.deps, {});
    assert.deepEqual(made.events, [`write ${RUNNING} x`, `show ${RUNNING} editor`]);
  });

  it('reject if no editor is open', async () => {
    await assert.rejects(sendSelection(world().deps, {}), (error) =>
      SessionError.is(error, 'BAD_REQUEST'),
    );
  });
});

describe('newTask', () => {
  it('uses the name that a program passes, and ignores that of a row', async () => {
    const made = world();
    await newTask(made.deps, { task: 'Plan "it"/🚀' }, 'program');
    await newTask(made.deps, { task: 't1' }, 'person');
    assert.deepEqual(made.events, ['task Plan "it"/🚀']);
  });
});

describe('muteSession and unmuteSession', () => {
  it('mute the named session and unmute it, and offer only sessions of the other kind', async () => {
    const made = world();
    await muteSession(made.deps, { session: RUNNING });
    await unmuteSession(made.deps, { session: RUNNING });
    await muteSession(made.deps, {});
    assert.deepEqual(made.events, [
      `mute t1 ${RUNNING}`,
      `unmute t1 ${RUNNING}`,
      `mute t1 ${RUNNING}`,
    ]);
    await assert.rejects(unmuteSession(made.deps, {}), { message: /^There is no session/ });
  });

  it('refuse a session without a task', async () => {
    const made = world();
    made.sessions.put(sessionInfo({ id: 'shell-chat-x' }));
    await assert.rejects(muteSession(made.deps, { session: 'shell-chat-x' }), (error) =>
      SessionError.is(error, 'BAD_REQUEST'),
    );
  });
});

describe('renaming', () => {
  it('renames a session in the tree and on its terminal', async () => {
    const made = world();
    await renameSession(made.deps, { session: RUNNING, name: ' New\nname ' });
    assert.deepEqual(made.events, [
      `relabel t1 ${RUNNING} New name`,
      `title ${RUNNING} New name (Task t1)`,
    ]);
    assert.equal(made.sessions.get(RUNNING)?.label, 'New name');
  });

  it('asks for the name of a session, and rejects an empty one', async () => {
    const made = world();
    const askSessionLabel = (initial: string) => Promise.resolve(`${initial}!`);
    const pickers = { ...made.deps.pickers, askSessionLabel };
    await renameSession({ ...made.deps, pickers }, { session: RUNNING });
    assert.equal(made.events[0], `relabel t1 ${RUNNING} Talk ada-main-t1!`);
    await assert.rejects(renameSession(made.deps, { session: RUNNING, name: ' ' }), {
      message: 'A session needs a name: type at least one visible character.',
    });
  });

  it('renames the session that is selected in the tree', async () => {
    const row = { kind: 'session', id: 'x', session: RESTING, folder: undefined } as const;
    const made = world({ selection: () => row });
    await renameSession(made.deps, { name: 'New' });
    assert.equal(made.events[0], `relabel t1 ${RESTING} New`);
  });

  it('renames the task of the selected row, also if it is that of its only session', async () => {
    const owner = { id: 'x', folder: 'file:///home/ada/app', task: 't1' };
    for (const row of [
      { kind: 'task', ...owner },
      { kind: 'session', session: RUNNING, ...owner },
    ] as const) {
      const made = world({ selection: () => row });
      await renameTask(made.deps, { name: 'New' });
      assert.equal(made.events[0], 'rename t1 New');
    }
  });

  it('refuses a session without a task', async () => {
    const made = world();
    made.sessions.put(sessionInfo({ id: 'shell-chat-x' }));
    await assert.rejects(
      renameSession(made.deps, { session: 'shell-chat-x', name: 'x' }),
      (error) => SessionError.is(error, 'BAD_REQUEST'),
    );
  });

  it('renames a task, and refuses an unknown one', async () => {
    const made = world();
    await renameTask(made.deps, { task: 't1', name: 'Other' });
    assert.equal(made.events[0], 'rename t1 Other');
    await assert.rejects(renameTask(made.deps, { task: 'nope', name: 'x' }), (error) =>
      SessionError.is(error, 'BAD_REQUEST'),
    );
  });
});
