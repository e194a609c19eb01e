import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLAUDE_LIKE } from '../../support/agents/claudeLike';
import { HostileFolder } from '../../support/agents/hostileFolder';
import { useCore } from '../../support/agents/useCore';
import { useCommandLine, type RunningProgram } from '../../support/api/useCommandLine';
import { useHeadlessExtension } from '../../support/api/useHeadlessExtension';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 20_000;

interface Listed {
  readonly sessions: readonly { readonly id: string; readonly running: boolean }[];
}

describe('the command line without a window', function () {
  this.timeout(90_000);
  const fixture = useCore();
  const extension = useHeadlessExtension(fixture);
  const cli = useCommandLine();

  const start = (...args: readonly string[]): RunningProgram =>
    cli.start({ cwd: fixture.folder, home: extension.home, env: { ...fixture.env } }, ...args);
  const run = (...args: readonly string[]): Promise<RunningProgram> => start(...args).ended();

  /** Runs a verb that must succeed, and returns what it printed. */
  async function succeed(...args: readonly string[]): Promise<string> {
    const { end, stdout, stderr } = await run(...args);
    assert.equal(end, 0, `${args.join(' ')}: ${stdout} ${stderr}`);
    return stdout;
  }

  async function list(): Promise<Listed['sessions']> {
    return (JSON.parse(await succeed('list', '--json')) as Listed).sessions;
  }

  const shows = (id: string, words: string): Promise<void> =>
    waitFor(async () => (await succeed('screen', id)).includes(words), {
      limitMs: LIMIT_MS,
      what: `${id} to show ${words}`,
    });

  /** Starts an agent in a window, which closes; the agent continues in the session host. */
  async function leaveAgent(providerId = 'fake'): Promise<string> {
    fixture.set({ persistence: 'host' });
    const { id } = await (await fixture.prepare({ providerId })).launch();
    await waitFor(() => fixture.core.sessions.get(id)?.hasOutput === true, {
      limitMs: LIMIT_MS,
      what: `output of ${id}`,
    });
    await extension.store();
    await fixture.closeWindow();
    return id;
  }

  it('lists, reads, types into and ends a session whose window is gone', async () => {
    const id = await leaveAgent();
    assert.deepEqual(
      (await list()).map((session) => [session.id, session.running]),
      [[id, true]],
    );
    const attached = start('attach', id);
    await attached.untilShown('agent in');
    attached.writeInput('hello\r');
    await attached.untilShown('heard: hello');
    assert.equal((await attached.finish()).end, 0);
    await shows(id, 'heard: hello');
    await succeed('kill', id);
    assert.deepEqual(await list(), []);
  });

  it('starts an agent, which the next window owns', async () => {
    await extension.store();
    await fixture.closeWindow();
    const { id } = JSON.parse(await succeed('start', 'fake', '--task', 'Alone', '--json')) as {
      readonly id: string;
    };
    await shows(id, 'agent in');
    fixture.set({ persistence: 'host' });
    await fixture.reopen();
    await fixture.core.reconnector.whenReconnected();
    assert.equal(fixture.core.sessions.get(id)?.state === 'terminated', false);
    assert.equal(fixture.core.sessions.get(id)?.persistence, 'host');
    assert.deepEqual(
      fixture.core.tasks.list().map(({ name }) => name),
      ['Alone'],
    );
  });

  it('resumes the conversation of an agent that has ended, to attach to it', async () => {
    const cli = join(fixture.home, 'claude-like');
    writeFileSync(cli, CLAUDE_LIKE, { mode: 0o755 });
    fixture.set({ providers: { claude: { cli } } });
    const id = await leaveAgent('claude');
    const first = start('attach', id);
    await first.untilShown('began by --session-id');
    first.writeInput('apples\r');
    await first.untilShown('heard apples');
    assert.equal((await first.finish()).end, 0);
    await succeed('kill', id);
    assert.deepEqual(await list(), []);
    const attached = start('attach', id);
    await attached.untilShown('began by --resume');
    attached.writeInput('recall\r');
    await attached.untilShown('recalls:apples');
    assert.equal((await attached.finish()).end, 0);
    assert.deepEqual(
      (await list()).map((session) => session.id),
      [id],
    );
  });

  it('attaches to a session that another command asks', async () => {
    const id = await leaveAgent();
    const attached = start('attach', id);
    await attached.untilShown('agent in');
    const { end, stdout, stderr } = await run('ask', id, 'What is it?');
    assert.deepEqual([end, stderr], [0, '']);
    assert.match(stdout, /heard: What is it\?/);
    await attached.untilShown('heard: What is it?');
    assert.equal((await attached.finish()).end, 0);
  });

  it('leaves its sessions to a window that opens, and stays attached', async () => {
    const id = await leaveAgent();
    const attached = start('attach', id);
    await attached.untilShown('agent in');
    fixture.set({ persistence: 'host' });
    await fixture.reopen();
    await fixture.core.leases.start();
    await fixture.core.api.window.update();
    await fixture.core.reconnector.whenReconnected();
    assert.equal(fixture.core.sessions.owns(id), true);
    attached.writeInput('still here\r');
    await attached.untilShown('heard: still here');
    assert.equal((await attached.finish()).end, 0);
  });

  it('refuses a folder that no trusted window has stored, and starts nothing [A53]', async () => {
    await fixture.closeWindow();
    const { end, stderr } = await run('start', 'fake');
    assert.equal(end, 3);
    assert.match(stderr, /NO_WINDOW/);
  });

  it('refuses a folder whose window has lost trust [A53]', async () => {
    await extension.store();
    await extension.store({}, false);
    await fixture.closeWindow();
    assert.match((await run('list')).stderr, /NO_WINDOW/);
  });

  it('starts nothing more when a window takes trust away, and stays attached [A53]', async () => {
    const id = await leaveAgent();
    const attached = start('attach', id);
    await attached.untilShown('agent in');
    await extension.store({}, false);
    const { end, stderr } = await run('start', 'fake');
    assert.equal(end, 3);
    assert.match(stderr, /NO_WINDOW/);
    attached.writeInput('hello\r');
    await attached.untilShown('heard: hello');
    assert.equal((await attached.finish()).end, 0);
  });

  it('opens no core with AGENT_TERMINALS_DISABLE=1', async () => {
    await extension.store();
    await fixture.closeWindow();
    const env = { ...fixture.env, AGENT_TERMINALS_DISABLE: '1' };
    const place = { cwd: fixture.folder, home: extension.home, env };
    const { end, stderr } = await cli.start(place, 'list').ended();
    assert.notEqual(end, 0);
    assert.match(stderr, /AGENT_TERMINALS_DISABLE=1/);
  });

  it('refuses another directory', async () => {
    await extension.store();
    await fixture.closeWindow();
    const cwd = join(fixture.home, 'elsewhere');
    mkdirSync(cwd);
    const { stderr } = await cli
      .start({ cwd, home: extension.home, env: { ...fixture.env } }, 'list')
      .ended();
    assert.match(stderr, /NO_WINDOW/);
  });

  it('refuses to start in a directory that no trusted window had open, and runs nothing of it [A55]', async () => {
    await extension.store();
    await fixture.closeWindow();
    const cwd = join(fixture.home, 'elsewhere');
    mkdirSync(cwd);
    const hostile = new HostileFolder(fixture.home, cwd);
    hostile.init();
    hostile.arm();
    for (const args of [[], ['--task', 'Own', '--worktree']]) {
      const { end, stderr } = await run('start', 'fake', '--cwd', cwd, ...args);
      assert.equal(end, 4);
      assert.match(stderr, /UNTRUSTED/);
    }
    assert.deepEqual(hostile.listRun(), []);
    assert.deepEqual(await list(), []);
  });

  it('starts no session that would end with the command', async () => {
    await extension.store();
    await fixture.closeWindow();
    const { end, stderr } = await run('start', 'fake', '--persistence', 'window');
    assert.equal(end, 1);
    assert.match(stderr, /persistence "host"/);
    assert.deepEqual(await list(), []);
  });
});
