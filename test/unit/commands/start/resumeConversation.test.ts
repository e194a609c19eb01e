import assert from 'node:assert/strict';
import type { EarlierConversation } from '../../../../src/agents/conversations/earlierConversations';
import { SessionError } from '../../../../src/base/errors';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { resumeConversation } from '../../../../src/commands/start/resumeConversation';
import type { Task } from '../../../../src/tasks/task';
import type { ConversationChoice } from '../../../../src/views/dialogs/conversationChoices';
import { CommandWorld } from '../../../support/views/commandWorld';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { folderRef, taskIn, transcript } from '../../../support/views/treeSources';

const RESTING = 'ada-main-t1';
const APP = '/home/ada/app';
const TREE = '/home/ada/trees/app-t2';

describe('resumeConversation', () => {
  const task = taskIn('app', 't1', [RESTING]);
  const inTree: Task = { ...taskIn('app', 't2', ['ada-main-t2']), cwd: TREE };

  const owned = (of: Task, ptyId: string, modifiedAt: number): EarlierConversation => ({
    providerId: 'ada',
    transcript: transcript({ id: ptyId, modifiedAt, firstPrompt: `asked in ${ptyId}` }),
    owner: { ptyId, task: of },
  });
  const withoutTask = (
    id: string,
    modifiedAt: number,
    firstPrompt?: string,
  ): EarlierConversation => ({
    providerId: 'ada',
    transcript: transcript({ id, modifiedAt, firstPrompt, model: 'big-1' }),
    owner: undefined,
  });

  /** A folder with two tasks, one in a worktree; `picks` is the index of the choice. */
  function world(picks?: number, taskName?: string) {
    const made = new CommandWorld();
    made.tasks = [task, inTree];
    made.earlier.set(APP, [
      withoutTask('s2', -60_000, 'sweep'),
      owned(task, RESTING, -3_600_000),
      withoutTask('s1', -7_200_000),
    ]);
    made.earlier.set(TREE, [owned(inTree, 'ada-main-t2', -120_000)]);
    const lists: (readonly ConversationChoice[])[] = [];
    const names: string[] = [];
    const pickers: CommandServices['pickers'] = {
      ...made.deps.pickers,
      pickConversation: (choices) => (lists.push(choices), Promise.resolve(picks)),
      askTaskName: (initial) => (names.push(initial), Promise.resolve(taskName)),
    };
    const deps: CommandServices = { ...made.deps, pickers };
    return { made, deps, lists, names };
  }

  it('restarts the session that is named', async () => {
    const { made, deps, lists } = world();
    await resumeConversation(deps, { session: RESTING });
    assert.deepEqual(made.events, [`restart ${RESTING}`, `start ${RESTING} editor`]);
    assert.deepEqual(lists, []);
  });

  it('restarts a session that has ended and is still listed', async () => {
    const { made, deps } = world();
    made.sessions.put(sessionInfo({ id: RESTING, state: 'terminated' }));
    await resumeConversation(deps, { session: RESTING });
    assert.equal(made.events[0], `restart ${RESTING}`);
  });

  it('shows the session that is named, if it runs', async () => {
    const { made, deps } = world();
    made.sessions.put(sessionInfo({ id: RESTING }));
    await resumeConversation(deps, { session: RESTING });
    assert.deepEqual(made.events, [`show ${RESTING} editor`]);
  });

  it('lists the conversations of the task for a row of both, while its session is there', async () => {
    const { made, deps, lists } = world();
    const row = { session: RESTING, task: 't1', folder: 'file:///home/ada/app' };
    await resumeConversation(deps, row);
    assert.deepEqual([made.events[0], lists.length], [`restart ${RESTING}`, 0]);
    made.sessions.put(sessionInfo({ id: RESTING, state: 'terminated' }));
    await resumeConversation(deps, row);
    assert.equal(lists.length, 1);
  });

  it("lists a folder's conversations, also those in worktrees and without a task, newest first", async () => {
    const { made, deps, lists } = world();
    made.elsewhere.add('ada-main-t2');
    await resumeConversation(deps, {});
    assert.deepEqual(
      lists[0]?.map(({ icon, label, description, detail }) =>
        [icon, label, description, detail].join(' | '),
      ),
      [
        'history | sweep | Ada · 1 min ago · big-1 | not in a task',
        'terminal | asked in ada-main-t2 | Ada · in another window · 2 min ago | Task t2 · in app-t2',
        'history | asked in ada-main-t1 | Ada · 1 h ago | Task t1',
        'history | No prompt yet | Ada · 2 h ago · big-1 | not in a task',
      ],
    );
    assert.deepEqual(made.events, []);
  });

  it("lists a task's conversations and those without a task, and last those without a transcript", async () => {
    const { made, deps, lists } = world();
    made.tasks = [taskIn('app', 't1', [RESTING, 'ada-chat-c1', 'shell-chat-s1']), inTree];
    made.earlier.set(APP, [withoutTask('s1', 0, 'sweep'), owned(task, RESTING, 0)]);
    await resumeConversation(
      {
        ...deps,
        displayOf: (id) => ({
          name: id,
          icon: 'robot',
          resumes: id === 'ada',
          changesModel: false,
        }),
      },
      { task: 't1' },
    );
    assert.deepEqual(
      lists[0]?.map(({ label }) => label),
      ['sweep', 'asked in ada-main-t1', 'Talk ada-chat-c1'],
    );
    await resumeConversation(deps, { task: 't2' });
    assert.deepEqual(
      lists[1]?.map(({ label }) => label),
      ['asked in ada-main-t2'],
    );
  });

  it('omits sessions that would start a new conversation, unless they run', async () => {
    const { made, deps, lists } = world();
    const kinds = ['unverified', 'latest', 'fork', 'new'] as const;
    made.tasks = [taskIn('app', 't1', [...kinds, 'running', 'elsewhere', 'unpreviewed'])];
    made.earlier.clear();
    kinds.forEach((kind) => made.resumePreviews.set(kind, { kind }));
    made.resumePreviews.set('running', { kind: 'new' }).set('elsewhere', { kind: 'new' });
    made.resumePreviews.set('unpreviewed', undefined);
    made.sessions.put(sessionInfo({ id: 'running' }));
    made.elsewhere.add('elsewhere');
    await resumeConversation(deps, {});
    assert.deepEqual(
      lists[0]?.map(({ label }) => label.replace('Talk ', '')),
      ['unpreviewed', 'elsewhere', 'running', 'fork', 'latest', 'unverified'],
    );
  });

  it('restarts the session of the picked conversation, or shows it if it runs', async () => {
    const { made, deps } = world(2);
    await resumeConversation(deps, {});
    made.sessions.put(sessionInfo({ id: RESTING }));
    await resumeConversation(deps, {});
    assert.deepEqual(made.events, [
      `restart ${RESTING}`,
      `start ${RESTING} editor`,
      `show ${RESTING} editor`,
    ]);
  });

  it('starts a conversation without a task in a new one, and proposes its first prompt as the name', async () => {
    const { made, deps, names } = world(0, 'Sweep up');
    await resumeConversation(deps, {});
    assert.deepEqual(names, ['sweep']);
    const [request] = made.requests;
    assert.deepEqual(
      [request?.task, request?.picked, request?.conversation, request?.providerId],
      [{ kind: 'new', name: 'Sweep up' }, 's2', 'auto', 'ada'],
    );
  });

  it('does nothing if the person enters no name', async () => {
    const { made, deps } = world(0);
    assert.equal(await resumeConversation(deps, {}), undefined);
    assert.deepEqual([made.requests, made.events], [[], []]);
  });

  it('refuses the name of a task that works elsewhere', async () => {
    const { deps } = world(0, 'Task t2');
    await assert.rejects(
      resumeConversation(deps, {}),
      /works in .*app-t2.*give the task another name\.$/,
    );
  });

  it('starts a conversation in the named task: as main if the task has none, else as a chat', async () => {
    const { made, deps, names } = world(0);
    made.tasks = [task, taskIn('app', 't3')];
    await resumeConversation(deps, { task: 't1' });
    await resumeConversation(deps, { task: 't3' });
    assert.deepEqual(
      made.requests.map((request) => [request.task, request.conversation]),
      [
        [{ kind: 'existing', id: 't1' }, 'chat'],
        [{ kind: 'existing', id: 't3' }, 'auto'],
      ],
    );
    assert.deepEqual(names, []);
  });

  it('starts a conversation of a worktree in the task that works there', async () => {
    const { made, deps } = world(0);
    made.earlier.clear();
    made.earlier.set(TREE, [withoutTask('s3', 0)]);
    await resumeConversation(deps, {});
    assert.deepEqual(made.requests[0]?.task, { kind: 'existing', id: 't2' });
  });

  it('asks for the folder if the workspace has several', async () => {
    const { deps, lists } = world();
    const folders = [folderRef('app'), folderRef('lib')];
    const workspace = () => ({ folders, virtualSchemes: [], isTrusted: true });
    const pickFolder = () => Promise.resolve(folders[0]);
    await resumeConversation({ ...deps, workspace, pickers: { ...deps.pickers, pickFolder } }, {});
    assert.equal(lists.length, 1);
  });

  it('rejects if no conversation is stored, and in a workspace that is not trusted', async () => {
    const { made, deps } = world();
    made.earlier.clear();
    made.tasks = [];
    await assert.rejects(resumeConversation(deps, {}), {
      message:
        'No agent has a stored conversation of app: start one with Agents: Start Agent in Task.',
    });
    const workspace = () => ({ folders: [folderRef('app')], virtualSchemes: [], isTrusted: false });
    await assert.rejects(resumeConversation({ ...deps, workspace }, {}), (error) =>
      SessionError.is(error, 'UNTRUSTED'),
    );
  });
});
