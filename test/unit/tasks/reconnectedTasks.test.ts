import assert from 'node:assert/strict';
import { ReconnectedTasks } from '../../../src/tasks/reconnectedTasks';
import type { Conversation, Task } from '../../../src/tasks/task';
import { sessionInfo } from '../../support/pty/fakeSessions';

const FOLDER = 'file:///shop';
const CREATED = '1960-01-01T00:00:00.000Z';
const KNOWN: Conversation = {
  ...{ ptyId: 'ada-main-t', providerId: 'ada', label: 'Renamed', createdAt: CREATED },
  isOpen: true,
};

describe('ReconnectedTasks', () => {
  let calls: unknown[][];
  let errors: unknown[];
  let failure: Error | undefined;
  beforeEach(() => {
    calls = [];
    errors = [];
    failure = undefined;
  });

  const task = (...conversations: Conversation[]): Task => ({
    ...{ id: 't', name: 'Work', folder: FOLDER, cwd: '/shop', createdAt: CREATED, conversations },
  });

  /** Records the changes to the stored tasks; each fails with `failure`, if that is set. */
  function reconnected(...stored: Task[]): ReconnectedTasks {
    const record = (...call: unknown[]): Promise<void> => {
      calls.push(call);
      return failure ? Promise.reject(failure) : Promise.resolve();
    };
    return new ReconnectedTasks({
      tasks: {
        list: () => stored,
        create: async ({ name, folder, cwd }) => {
          await record('create', name, folder, cwd);
          return task();
        },
        putConversation: (id, conversation) => record('put', id, conversation),
        closeConversation: (id, ptyId) => record('close', id, ptyId),
      },
      handleError: (error) => errors.push(error),
    });
  }

  const session = (label: string, id = 'ada-main-t') =>
    sessionInfo({ id, label, workDir: '/shop', createdAt: CREATED });

  it('create no task for a session without a folder', async () => {
    assert.equal(await reconnected().put(session('Ada'), undefined), 'Ada');
    assert.deepEqual(calls, []);
  });

  it('name a new task by the id of a session whose label is empty, and store its agent', async () => {
    assert.equal(await reconnected().put(session(' \n', 'ada-chat-x'), FOLDER), ' \n');
    const conversation = {
      ptyId: 'ada-chat-x',
      providerId: 'ada',
      label: ' \n',
      createdAt: CREATED,
    };
    assert.deepEqual(calls, [
      ['create', 'ada-chat-x', FOLDER, '/shop'],
      ['put', 't', { ...conversation, isOpen: true }],
    ]);
  });

  it('keep all that a task stores of a session that is opened again', async () => {
    const known = { ...KNOWN, isOpen: false, createdAt: '1959-01-01T00:00:00.000Z' };
    await reconnected(task(known)).put(session('Ada'), FOLDER);
    assert.deepEqual(calls, [['put', 't', { ...known, isOpen: true }]]);
  });

  it('write nothing for a session that is stored as it is', async () => {
    assert.equal(await reconnected(task(KNOWN)).put(session('Ada'), FOLDER), 'Renamed');
    reconnected(task({ ...KNOWN, isOpen: false })).close(session('Ada'));
    assert.deepEqual(calls, []);
  });

  it('report a failed write, and still return the label', async () => {
    failure = new Error('The disk is full.');
    assert.equal(await reconnected().put(session('Ada'), FOLDER), 'Ada');
    const closed = task({ ...KNOWN, isOpen: false });
    assert.equal(await reconnected(closed).put(session('Ada'), FOLDER), 'Renamed');
    assert.deepEqual(errors, [failure, failure]);
  });
});
