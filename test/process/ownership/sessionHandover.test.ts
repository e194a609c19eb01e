import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import { deleteTask } from '../../../src/commands/tasks/deleteTask';
import { OwnedElsewhereError } from '../../../src/ownership/sessionHandover';
import type { Core } from '../../../src/main/core';
import type { HandoverTerms } from '../../../src/ownership/windowFile';
import { isRunning } from '../../../src/pty/liveAgent';
import { useClaudeLike } from '../../support/agents/useClaudeLike';
import { useCore, type Seen } from '../../support/agents/useCore';
import { CommandWorld } from '../../support/views/commandWorld';
import { NO_FACTS } from '../../support/views/treeSources';
import { waitFor } from '../../support/waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

describe('sessions in two windows', function () {
  this.timeout(30_000);
  const fixture = useCore();
  const { untilShown } = fixture;
  const { start } = useClaudeLike(fixture);
  let other: Core;

  beforeEach(async () => {
    await fixture.core.leases.start();
    other = fixture.openWindow();
    await Promise.all([other.tasks.reload(), other.map.reload(), other.leases.start()]);
  });

  afterEach(() => other.shutdown(4000));

  async function watch(core: Core, sessionId: string): Promise<Seen> {
    const seen = { text: '' };
    const onData = (data: string): string => (seen.text += data);
    await requireSession(core.sessions, sessionId).attach({ onData, onExit() {} });
    return seen;
  }

  /** A session of the first window that has received `line`; the second one has read its task. */
  async function running(line: string): Promise<PreparedStart> {
    const prepared = await start();
    await prepared.launch();
    const seen = await watch(fixture.core, prepared.sessionId);
    await untilShown(seen, 'began by --session-id');
    fixture.core.sessions.find(prepared.sessionId)?.write(`${line}\r`);
    await untilShown(seen, `heard ${line}`);
    await Promise.all([fixture.core.tasks.flush(), fixture.core.map.flush()]);
    await Promise.all([other.tasks.reload(), other.map.reload()]);
    return prepared;
  }

  /** Continues the session in `core`, and waits until it recalls the earlier input. */
  async function goOn(core: Core, sessionId: string, takeOver: HandoverTerms): Promise<void> {
    await (await core.launcher.prepareRestart(sessionId, { takeOver })).launch();
    const seen = await watch(core, sessionId);
    await untilShown(seen, 'began by --resume');
    core.sessions.find(sessionId)?.write('recall\r');
    await untilShown(seen, 'recalls:apples');
  }

  const isOpen = (core: Core, sessionId: string): boolean | undefined =>
    core.tasks
      .list()
      .flatMap(({ conversations }) => conversations)
      .find(({ ptyId }) => ptyId === sessionId)?.isOpen;

  it('continue in the other one if their own window is not watched', async () => {
    const { sessionId, task } = await running('apples');
    fixture.isWatched = false;
    const notices: string[] = [];
    fixture.core.notices.onDidNotice((notice) => notices.push(notice));
    (await other.launcher.prepareRestart(sessionId, { takeOver: 'ifAbandoned' })).discard();
    assert.equal(fixture.core.sessions.has(sessionId), false);
    assert.equal(isOpen(other, sessionId), true, 'it stays open if it does not start');
    await goOn(other, sessionId, 'ifAbandoned');
    assert.equal((await fixture.core.leases.readOthers())[0]?.ptyId, sessionId);
    assert.deepEqual(notices, [
      `Claude Code (${task.name}) has ended here because it continues in another window.`,
    ]);
    await other.tasks.flush();
    await fixture.core.tasks.reload();
    assert.equal(isOpen(fixture.core, sessionId), true, 'it is open in another window');
  });

  it('stay in a watched window, unless the terms are always', async () => {
    const { sessionId } = await running('apples');
    await assert.rejects(goOn(other, sessionId, 'ifAbandoned'), (error) => {
      assert.ok(error instanceof OwnedElsewhereError);
      assert.match(error.message, /^Claude Code \(.+\) runs in another window\. /);
      return true;
    });
    assert.ok(isRunning(fixture.core.sessions.get(sessionId)));
    assert.equal(other.launcher.isTakenOver(sessionId), false);
    const taken = other.launcher.prepareRestart(sessionId, { takeOver: 'always' });
    await waitFor(() => other.launcher.isTakenOver(sessionId), {
      limitMs: 10_000,
      what: 'the start of the takeover',
    });
    (await taken).discard();
    await goOn(other, sessionId, 'always');
    assert.equal(fixture.core.sessions.has(sessionId), false);
    fixture.isWatched = false;
    await goOn(fixture.core, sessionId, 'ifAbandoned');
    assert.equal(other.sessions.has(sessionId), false);
  });

  it('stay in their window if they cannot start in the other one', async () => {
    const { sessionId } = await running('apples');
    fixture.set({ providers: { claude: { cli: join(fixture.home, 'nowhere') } } });
    await assert.rejects(other.launcher.prepareRestart(sessionId, { takeOver: 'always' }), {
      code: 'CLI_NOT_FOUND',
    });
    assert.ok(isRunning(fixture.core.sessions.get(sessionId)));
  });

  it('keep their task, which the other one may delete once they have ended', async () => {
    const { sessionId, task } = await running('apples');
    await other.leases.readOthers();
    const { deps } = new CommandWorld({
      facts: { ...NO_FACTS, isElsewhere: (id) => other.leases.isOwnedElsewhere(id) },
      taskRemoval: other.taskRemoval,
      sessions: other.sessions,
      tasks: other.tasks,
    });
    const deletion = (): Promise<void> => deleteTask(deps, { task: task.id }, 'program');
    await assert.rejects(deletion(), { code: 'ILLEGAL_STATE', message: /runs in another window/ });
    assert.ok(isRunning(fixture.core.sessions.get(sessionId)));
    assert.ok(other.tasks.find(task.id) && other.map.get(sessionId), 'all of it is still stored');
    await fixture.core.sessions.find(sessionId)?.kill();
    await waitFor(async () => (await other.leases.readOthers()).length === 0, {
      limitMs: 10_000,
      what: 'the release of the session',
    });
    await deletion();
    assert.deepEqual([other.tasks.find(task.id), other.map.get(sessionId)], [undefined, undefined]);
  });

  it('continue in one of two windows that request them at once', async () => {
    const { sessionId } = await running('apples');
    const third = fixture.openWindow();
    await Promise.all([third.tasks.reload(), third.map.reload(), third.leases.start()]);
    const results = await Promise.allSettled(
      [other, third].map(async (core) => {
        const start = await core.launcher.prepareRestart(sessionId, { takeOver: 'always' });
        await start.launch();
      }),
    );
    const live = [fixture.core, other, third].filter((core) => core.sessions.has(sessionId));
    assert.equal(live.length, 1);
    assert.ok(results.some(({ status }) => status === 'fulfilled'));
    await third.shutdown(4000);
  });

  it('end if another window has claimed them while theirs hung, and stay marked as open', async () => {
    const { sessionId } = await running('apples');
    const notices: string[] = [];
    fixture.core.notices.onDidNotice((notice) => notices.push(notice));
    const { window } = fixture.core.leases;
    // Removes the file, as a window does for one that it considers dead.
    await removeLease(window);
    await other.leases.claim({ ptyId: sessionId, conversation: undefined });
    await fixture.core.leases.start();
    await waitFor(() => !fixture.core.sessions.has(sessionId), {
      limitMs: 10_000,
      what: 'the end of the session',
    });
    assert.match(
      notices.join(),
      /^Claude Code \(.+\) is ended here because another window took over its conversation/,
    );
    await fixture.core.tasks.flush();
    assert.equal(isOpen(fixture.core, sessionId), true);
    assert.equal(other.leases.owns(sessionId), true);
  });

  const removeLease = (window: string): Promise<void> =>
    rm(join(fixture.home, 'storage', 'leases', window));
});
