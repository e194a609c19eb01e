import assert from 'node:assert/strict';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import { SessionError } from '../../../src/base/errors';
import { findLeftOpen } from '../../../src/agents/conversations/openConversations';
import type { PtyHandle } from '../../../src/pty/session/ptyHandle';
import { isRunning } from '../../../src/pty/liveAgent';
import { useClaudeLike } from '../../support/agents/useClaudeLike';
import { useCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';

const STRANGER = '00000000-0000-4000-8000-000000000001';

describe('conversations', function () {
  this.timeout(30_000);
  const fixture = useCore();
  const { prepare, watch, untilShown } = fixture;
  const { start, restart, run } = useClaudeLike(fixture);

  it('continue after a restart of the session, and after a window reload', async () => {
    const first = await start();
    await run(first, '--session-id', 'apples');
    await run(await restart(first), '--resume', 'pears');
    await fixture.reopen();
    const seen = await run(await restart(first), '--resume', 'recall');
    await untilShown(seen, 'recalls:apples pears');
    const map = readFileSync(join(fixture.home, 'storage', 'pty-session-map.json'), 'utf8');
    const entries = Object.entries(JSON.parse(map) as Record<string, unknown>);
    assert.deepEqual(
      entries.map(([ptyId]) => ptyId),
      [first.sessionId],
    );
  });

  it('of two chats in one folder continue separately', async () => {
    const main = await start();
    await run(main, '--session-id', 'apples');
    const chat = await start('chat');
    await run(chat, '--session-id', 'pears');
    await fixture.reopen();
    await untilShown(await run(await restart(chat), '--resume', 'recall'), 'recalls:pears');
    await untilShown(await run(await restart(main), '--resume', 'recall'), 'recalls:apples');
  });

  it('D2: continue although the map is lost', async () => {
    const main = await start();
    await run(main, '--session-id', 'apples');
    const chat = await start('chat');
    await run(chat, '--session-id', 'pears');
    await fixture.reopen(() => rmSync(join(fixture.home, 'storage', 'pty-session-map.json')));
    await untilShown(await run(await restart(main), '--resume', 'recall'), 'recalls:apples');
    await untilShown(await run(await restart(chat), '--resume', 'recall'), 'recalls:pears');
  });

  it('D19: are not assigned to another session without a prompt after the map is lost', async () => {
    const silent = await start();
    await silent.launch();
    await untilShown(await watch(silent.sessionId), 'began by --session-id');
    const other = await prepare({ providerId: 'claude', task: { kind: 'new', name: 'Other' } });
    await run(other, '--session-id', 'apples');
    await fixture.reopen(() => rmSync(join(fixture.home, 'storage', 'pty-session-map.json')));
    const again = await restart(silent);
    assert.match(again.notices.join(), /may be another session's/);
    await run(again, '--session-id', 'pears');
    await untilShown(await run(await restart(other), '--resume', 'recall'), 'recalls:apples');
  });

  it('are replaced by a new one on request, which the next restart continues', async () => {
    const first = await start();
    await run(first, '--session-id', 'apples');
    await run(await restart(first, { fresh: true }), '--session-id', 'pears');
    await untilShown(await run(await restart(first), '--resume', 'recall'), 'recalls:pears');
  });

  it('without a prompt are created again, which the preview reports', async () => {
    const folder = fixture.folderRef();
    const first = await start();
    await first.launch();
    await untilShown(await watch(first.sessionId), 'began by --session-id');
    assert.deepEqual(await fixture.core.resumePreviews.find(folder, folder.path, first.sessionId), {
      kind: 'new',
    });
    await run(await restart(first), '--session-id', 'apples');
  });

  it('stay stored after a discarded start', async () => {
    const first = await start();
    await first.launch();
    await untilShown(await watch(first.sessionId), 'began by --session-id');
    await fixture.core.map.flush();
    const before = fixture.core.map.get(first.sessionId);
    assert.ok(before);
    (await restart(first)).discard();
    assert.deepEqual(fixture.core.map.get(first.sessionId), before);
  });

  it('that ran when the window closed are left open, and those that ended are not', async () => {
    const first = await start();
    await run(first, '--session-id', 'apples');
    const chat = await start('chat');
    await run(chat, '--session-id', 'pears');
    const gone = await start('chat');
    await run(gone, '--session-id', 'plums');
    fixture.core.sessions.find(gone.sessionId)?.write('exit0\r');
    await waitFor(() => fixture.core.sessions.get(gone.sessionId)?.agentExitCode === 0, {
      limitMs: 10_000,
      what: 'the end of the agent',
    });
    await fixture.core.sessions.find(chat.sessionId)?.kill();
    await fixture.reopen();
    const leftOpen = (isHeld = false) => findLeftOpen(fixture.core.tasks.list(), () => isHeld);
    assert.deepEqual(leftOpen(), [first.sessionId]);
    assert.deepEqual(leftOpen(true), []);
  });

  it('are listed with first prompt and owner, also those that another program has started', async () => {
    const first = await start();
    await run(first, '--session-id', 'apples');
    const folder = fixture.folderRef();
    const [own] = await fixture.core.earlier.list(folder, folder.path);
    assert.deepEqual(
      [own?.providerId, own?.transcript.firstPrompt, own?.owner?.ptyId, own?.owner?.task.id],
      ['claude', 'apples', first.sessionId, first.task.id],
    );
    const found = await fixture.core.resumePreviews.find(folder, folder.path, first.sessionId);
    assert.ok(found?.kind === 'resume');
    assert.equal(found.transcript.firstPrompt, 'apples');

    writeFileSync(
      join(dirname(own?.transcript.path ?? ''), `${STRANGER}.jsonl`),
      userRecord('plums'),
    );
    const listed = await fixture.core.earlier.list(folder, folder.path);
    const stranger = listed.find(({ transcript }) => transcript.id === STRANGER);
    assert.deepEqual([stranger?.transcript.firstPrompt, stranger?.owner], ['plums', undefined]);
    const picked = await prepare({ providerId: 'claude', conversation: 'chat', picked: STRANGER });
    await untilShown(await run(picked, '--resume', 'recall'), 'recalls:plums');
    await untilShown(await run(await restart(picked), '--resume', 'recall'), 'recalls:plums');
  });

  function userRecord(content: string): string {
    const record = { type: 'user', cwd: fixture.folder, message: { role: 'user', content } };
    return `${JSON.stringify(record)}\n`;
  }

  it('of PTYs without tasks continue by their ids', async () => {
    const { ptys, sessions } = fixture.core;
    const options = { id: 'claude-chat-conv_123', cwd: fixture.folder };
    const submitLine = async (pty: PtyHandle | object, begins: string, line: string) => {
      assert.ok('onData' in pty);
      const seen = fixture.watchPty(pty);
      await untilShown(seen, `began by ${begins}`);
      ptys.writePty(options.id, `${line}\r`);
      await untilShown(seen, line === 'recall' ? 'recalls:' : `heard ${line}`);
      await sessions.find(options.id)?.kill();
      return seen;
    };
    await submitLine(await ptys.startPty(options), '--session-id', 'apples');
    const direct = { ...options, providerId: 'claude' };
    await untilShown(
      await submitLine(await ptys.startDirectPty(direct), '--resume', 'recall'),
      'recalls:apples',
    );
    const fresh = await ptys.startPty({ ...options, skipResume: true });
    await submitLine(fresh, '--session-id', 'pears');
    await untilShown(
      await submitLine(await ptys.startPty(options), '--resume', 'recall'),
      'recalls:pears',
    );
    const link = join(fixture.home, 'link');
    symlinkSync(fixture.folder, link);
    const linked = await ptys.startPty({ ...options, cwd: link });
    await untilShown(await submitLine(linked, '--resume', 'recall'), 'recalls:pears');
  });

  describe('that are forked', () => {
    const fork = (parent: PreparedStart) => fixture.core.launcher.prepareFork(parent.sessionId);

    it('keep history and screen, several at once, and continue separately', async () => {
      const parent = await start();
      await run(parent, '--session-id', 'apples');
      const [one, two] = await Promise.all([fork(parent), fork(parent)]);
      const first = await run(one, '--resume', 'pears');
      assert.match(first.text, /heard apples[^]*\[Forked from Claude Code: [^]*began by --resume/);
      await run(two, '--resume', 'plums');
      fixture.core.sessions.find(parent.sessionId)?.write('figs\r');
      const recall = (prepared: PreparedStart) =>
        restart(prepared).then((again) => run(again, '--resume', 'recall'));
      await untilShown(await recall(one), 'recalls:apples pears');
      await untilShown(await recall(two), 'recalls:apples plums');
      await untilShown(await recall(parent), 'recalls:apples figs');
      const labels = fixture.core.tasks.list()[0]?.conversations.map(({ label }) => label);
      assert.deepEqual(labels?.sort(), ['Claude Code', 'Claude Code fork', 'Claude Code fork 2']);
    });

    it('are created again if they have no prompt, with the current history', async () => {
      const parent = await start();
      await run(parent, '--session-id', 'apples');
      const forked = await fork(parent);
      await run(forked, '--resume', 'recall');
      await fixture.core.sessions.find(forked.sessionId)?.kill();
      const [file] = (await fixture.core.earlier.list(fixture.folderRef(), fixture.folder)).filter(
        ({ owner }) => owner?.ptyId === forked.sessionId,
      );
      rmSync(file?.transcript.path ?? '');
      await fixture.reopen();
      await untilShown(await run(await restart(forked), '--resume', 'recall'), 'recalls:apples');
    });

    it('name their parent', async () => {
      const parent = await start();
      await run(parent, '--session-id', 'apples');
      const { parent: named } = await (await fork(parent)).launch();
      assert.equal(named, parent.sessionId);
    });

    it('without a prompt start new ones, with a notice', async () => {
      const parent = await start();
      await parent.launch();
      await untilShown(await watch(parent.sessionId), 'began by');
      const { notices } = await fork(parent);
      assert.match(notices.join(), /no history to fork yet/);
    });

    it('D15: from a shell are shells in the same directory with its screen', async () => {
      const shell = await fixture.core.launcher.prepareShell(fixture.folderRef(), {
        kind: 'new',
        name: 'S',
      });
      await shell.launch();
      fixture.core.sessions.find(shell.sessionId)?.write('echo said-$((1+1))\r');
      await untilShown(await watch(shell.sessionId), 'said-2');
      const forked = await fork(shell);
      await forked.launch();
      const seen = await watch(forked.sessionId);
      await untilShown(seen, 'Forked from Shell');
      assert.match(seen.text, /said-2/);
      fixture.core.sessions.find(forked.sessionId)?.write('pwd; echo own-$((2+2))\r');
      await untilShown(seen, 'own-4');
      assert.ok(seen.text.includes(fixture.folder));
    });

    it('after the end of their session are refused', async () => {
      const parent = await start();
      await run(parent, '--session-id', 'apples');
      fixture.core.sessions.find(parent.sessionId)?.signal('SIGKILL');
      await waitFor(() => fixture.core.sessions.get(parent.sessionId)?.state === 'terminated', {
        limitMs: 10_000,
        what: 'the end of the session',
      });
      await assert.rejects(fork(parent), (error) => SessionError.is(error, 'SESSION_EXITED'));
    });
  });

  it('are owned by one window at a time', async () => {
    const first = await start();
    await run(first, '--session-id', 'apples');
    await Promise.all([fixture.core.tasks.flush(), fixture.core.map.flush()]);
    const other = fixture.openWindow();
    await other.tasks.reload();
    await other.map.reload();
    await assert.rejects(
      (await other.launcher.prepareRestart(first.sessionId)).launch(),
      /runs in another window/,
    );
    const beside = await other.launcher.prepareAgent({
      folder: fixture.folderRef(),
      task: { kind: 'existing', id: first.task.id },
      providerId: 'claude',
      conversation: 'auto',
      options: {},
    });
    assert.match(beside.sessionId, /^claude-chat-/);
    beside.discard();
    await fixture.core.sessions.find(first.sessionId)?.kill();
    // The lease ends after the session, when its conversation has been looked for.
    await waitFor(async () => (await other.leases.readOthers()).length === 0, {
      limitMs: 20_000,
      what: 'the end of the lease',
    });
    await (await other.launcher.prepareRestart(first.sessionId)).launch();
    assert.ok(isRunning(other.sessions.get(first.sessionId)));
    await other.shutdown(4000);
  });
});
