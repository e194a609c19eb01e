import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Task } from '../../../../src/tasks/task';
import { useCore } from '../../../support/agents/useCore';
import { requireSession } from '../../../../src/pty/sessionBackend';

const SHOWN = 'echo "tree:$AGENT_TERMINALS_WORKTREE: base:$AGENT_TERMINALS_PORT_BASE:"';
const BASE = /base:(\d+):/;

describe('The variables of a task', function () {
  this.timeout(60_000);
  const fixture = useCore();

  const create = (name: string, change: Partial<Task> = {}): Promise<Task> => {
    const { uri, path } = fixture.folderRef();
    return fixture.core.tasks.create({ name, folder: uri, cwd: path, ...change });
  };

  /** What the variables are in a shell of the task. */
  async function inShell(task: Task, core = fixture.core): Promise<string> {
    const choice = { kind: 'existing', id: task.id } as const;
    const { id } = await (await core.launcher.prepareShell(fixture.folderRef(), choice)).launch();
    const seen = { text: '' };
    await requireSession(core.sessions, id).attach({
      onData: (data) => (seen.text += data),
      onExit() {},
    });
    core.sessions.find(id)?.write(`${SHOWN}\r`);
    await fixture.untilShown(seen, ': base:2');
    return seen.text;
  }

  const baseIn = (text: string): string => BASE.exec(text)?.[1] ?? assert.fail(text);

  it('are the same ports in its shells, agents and commands, in all windows, also after a reload', async () => {
    const task = await create('One');
    const base = baseIn(await inShell(task));
    const request = { folder: fixture.folderRef(), task, label: 'Setup', commands: [SHOWN] };
    const { start, finished } = await fixture.core.commandRuns.prepare(request);
    await start.launch();
    assert.deepEqual(await finished, { kind: 'done' });
    assert.equal(baseIn(await requireSession(fixture.core.sessions, start.sessionId).text()), base);
    const other = fixture.openWindow();
    await other.tasks.reload();
    assert.equal(baseIn(await inShell(task, other)), base);
    const cli = join(fixture.home, 'fake agent');
    fixture.set({ providers: { fake: { cli: `"${cli}" "$AGENT_TERMINALS_PORT_BASE"` } } });
    await fixture.reopen();
    const agent = await fixture.prepare({ task: { kind: 'existing', id: task.id } });
    await agent.launch();
    await fixture.untilShown(await fixture.watch(agent.sessionId), `args: [${base}]`);
  });

  it('are other ports for another task, also one that another window creates', async () => {
    const other = fixture.openWindow();
    const [one, two] = await Promise.all([create('One'), create('Two')]);
    await other.tasks.reload();
    const texts = await Promise.all([inShell(one), inShell(two, other)]);
    assert.equal(new Set(texts.map(baseIn)).size, 2);
  });

  it('contain the path of its worktree, and nothing for a task without one', async () => {
    const path = join(fixture.folder, 'tree');
    const worktree = {
      ...{ path, cwd: fixture.folder, repository: fixture.folder },
      ...{ branch: 'agent/one', base: 'main', baseBranch: undefined },
    };
    const shown = await inShell(await create('One', { worktree }));
    assert.ok(shown.includes(`tree:${path}:`), shown);
    assert.match(await inShell(await create('Two')), /tree::/);
  });

  it('contain no ports for a PTY without a task', async () => {
    const pty = await fixture.core.ptys.startPty({ id: 'shell-chat-1', cwd: fixture.folder });
    const seen = fixture.watchPty(pty);
    pty.write(`${SHOWN}\r`);
    await fixture.untilShown(seen, 'tree:: base::');
  });
});
