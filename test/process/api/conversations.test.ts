import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversationView } from '../../../src/operations/views/conversationView';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { createExtensionApi } from '../../../src/extensionApi';
import { useClaudeLike } from '../../support/agents/useClaudeLike';
import { useApi } from '../../support/api/useApi';
import { waitFor } from '../../support/waitFor';

const WITHOUT_TASK = '00000000-0000-4000-8000-000000000001';

describe('the conversations of the API', function () {
  this.timeout(60_000);
  const api = useApi();
  useClaudeLike(api.fixture);

  const list = async (query = '', token = api.token) => {
    const { status, json } = await api.call('GET', `/api/conversations${query}`, { token });
    assert.equal(status, 200, JSON.stringify(json));
    return (json as { conversations: readonly ConversationView[] }).conversations;
  };
  const resume = (id: string, body: object = {}, token = api.token) =>
    api.call('POST', `/api/conversations/${id}/resume`, { body, token });

  /** An ended session whose conversation has one prompt. */
  async function startAndEnd(task: string, options: object = {}): Promise<SessionView> {
    const session = await api.create({ provider: 'claude', task, ...options });
    await api.shows(session.id, 'began by --session-id');
    await api.call('POST', `/api/sessions/${session.id}/input`, { body: { data: 'apples\r' } });
    await api.shows(session.id, 'heard apples');
    await waitFor(async () => (await list())[0]?.id !== null, {
      limitMs: 10_000,
      what: 'the transcript to be listed',
    });
    await api.core.sessions.find(session.id)?.kill();
    return session;
  }

  /** Stores a conversation of no session in the folder, as the CLI does. */
  function storeWithoutTask(prompt: string): void {
    const cwd = realpathSync(api.fixture.folder);
    const directory = join(
      ...[api.fixture.home, '.claude', 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-')],
    );
    mkdirSync(directory, { recursive: true });
    const message = { role: 'user', content: prompt };
    const line = { type: 'user', cwd, sessionId: WITHOUT_TASK, message };
    writeFileSync(join(directory, `${WITHOUT_TASK}.jsonl`), `${JSON.stringify(line)}\n`);
  }

  it('are listed by task, and resumed by the id of the session or the conversation', async () => {
    const { id } = await startAndEnd('One');
    const [found] = await list('?task=One');
    assert.deepEqual(
      [found?.session, found?.provider, found?.task?.name, found?.firstPrompt, found?.running],
      [id, 'claude', 'One', 'apples', false],
    );
    assert.deepEqual(await list('?task=Two'), []);
    const { status, json } = await resume(id, { cols: 90, rows: 30 });
    assert.deepEqual([status, (json as SessionView).id], [200, id]);
    await api.shows(id, 'began by --resume');
    assert.deepEqual(api.core.sessions.get(id)?.dimensions, { cols: 90, rows: 30 });
    assert.equal((await list())[0]?.running, true);
    const again = await resume(found?.id ?? '');
    assert.deepEqual([again.status, (again.json as SessionView).id], [200, id]);
    assert.equal(api.core.sessions.list().length, 1);
  });

  it('are resumed once by requests at the same time, none of which ends the agent of another', async () => {
    const { id } = await startAndEnd('One');
    const all = await Promise.all([resume(id), resume(id), resume(id)]);
    assert.deepEqual(
      all.map(({ status, json }) => [status, (json as SessionView).id]),
      all.map(() => [200, id]),
    );
    await api.shows(id, 'began by --resume');
    assert.equal(api.core.sessions.get(id)?.state === 'terminated', false);
  });

  it('act without requesting permission as before, also with later starts', async () => {
    const cli = join(api.fixture.home, 'claude-like');
    api.fixture.set({ providers: { claude: { cli, autoApproveFlag: '--act' } } });
    const { id } = await startAndEnd('One', { autoApprove: true });
    const { agents } = createExtensionApi(api.core, Promise.resolve());
    for (const start of [() => resume(id), () => agents.resume(id), () => resume(id)]) {
      await start();
      const session = api.core.sessions.get(id);
      assert.match(session?.exec ?? '', /--resume .*--act/);
      await api.core.sessions.find(id)?.kill();
    }
  });

  it('of no session begin one in a task named by their first prompt', async () => {
    storeWithoutTask('Count the pears');
    const [found] = await list();
    assert.deepEqual([found?.id, found?.session, found?.task], [WITHOUT_TASK, null, null]);
    const { json } = await resume(WITHOUT_TASK);
    const { id, task } = json as SessionView;
    assert.equal(task?.name, 'Count the pears');
    await api.shows(id, 'began by --resume');
    const [owned] = await list();
    assert.deepEqual([owned?.session, owned?.running], [id, true]);
  });

  it('are listed and resumed by other extensions', async () => {
    const { id } = await startAndEnd('One');
    storeWithoutTask('Count the pears');
    const { agents } = createExtensionApi(api.core, Promise.resolve());
    assert.deepEqual(await agents.conversations(), await list());
    assert.deepEqual(await agents.conversations({ task: 'One' }), await list('?task=One'));
    const session = await agents.resume(id, { cols: 90, rows: 30 });
    assert.deepEqual([session.id, session.dimensions], [id, { cols: 90, rows: 30 }]);
    await api.shows(id, 'began by --resume');
    const { workDir, label } = await agents.resume(WITHOUT_TASK, { task: 'Pears' });
    assert.deepEqual([workDir, label], [session.workDir, 'Claude Code']);
    await assert.rejects(agents.resume('nothing'), { code: 'SESSION_NOT_FOUND' });
  });

  it('are not resumed in an archived task or a missing directory, which the answer states', async () => {
    const cwd = join(api.fixture.folder, 'sub');
    mkdirSync(cwd);
    const { id, task } = await startAndEnd('Gone', { cwd });
    rmSync(cwd, { recursive: true });
    const tokens = [api.token, api.folderToken];
    for (const token of tokens) {
      const { code, text } = await resume(id, {}, token);
      assert.equal(code, 'CWD_NOT_FOUND');
      assert.match(text, /does not exist/);
    }
    await api.core.tasks.update(task?.id ?? '', { archivedAt: new Date(0).toISOString() });
    for (const token of tokens) {
      const { code, text } = await resume(id, {}, token);
      assert.equal(code, 'ILLEGAL_STATE');
      assert.match(text, /is archived/);
    }
  });

  it('are not resumed while another window runs their session', async () => {
    const { id } = await startAndEnd('One');
    const other = api.fixture.openWindow();
    await Promise.all([other.tasks.reload(), other.map.reload()]);
    await (await other.launcher.prepareRestart(id)).launch();
    await api.core.leases.readOthers();
    const { code, json } = await resume(id);
    assert.equal(code, 'ILLEGAL_STATE');
    assert.match(JSON.stringify(json), /use that window, or end the session there/);
    await other.shutdown(4000);
  });

  it('leave no task if they cannot be resumed', async () => {
    storeWithoutTask('Count the pears');
    api.fixture.maxSessions = 0;
    assert.equal((await resume(WITHOUT_TASK)).code, 'MAX_SESSIONS');
    assert.deepEqual(api.core.tasks.list(), []);
    assert.equal((await resume('nothing')).code, 'SESSION_NOT_FOUND');
  });

  it('are those of the token’s folder, and never an agent’s to see or resume', async () => {
    const { id } = await startAndEnd('One');
    assert.equal((await list('', api.folderToken)).length, 1);
    const driver = await startDriver();
    for (const call of [
      api.call('GET', '/api/conversations', { token: driver }),
      resume(id, {}, driver),
    ]) {
      assert.equal((await call).code, 'SESSION_USER_MISMATCH');
    }
    assert.equal(api.core.sessions.get(id), undefined);
  });

  it('of a session that runs in another folder are not found with the token of a folder', async () => {
    const cwd = api.makeDirectory('outside');
    const { id } = await api.create({ exec: '/bin/cat', cwd });
    assert.equal((await resume(id, {}, api.folderToken)).code, 'SESSION_NOT_FOUND');
    assert.equal((await resume(id)).status, 200);
  });

  /** The token with which an agent drives others. */
  async function startDriver(): Promise<string> {
    const cli = join(api.fixture.home, 'fake agent');
    api.fixture.set({ agentsMayDrive: true, providers: { fake: { cli } } });
    const { id } = await api.create({ provider: 'fake' });
    return api.driveToken(id);
  }
});
