import assert from 'node:assert/strict';
import { join } from 'node:path';
import { useClaudeLike } from '../../support/agents/useClaudeLike';
import { useCore } from '../../support/agents/useCore';

describe('conversations that a variable of their start has moved', function () {
  this.timeout(30_000);
  const fixture = useCore();
  const { start, restart, run } = useClaudeLike(fixture);

  /** Where the preview of a session finds its transcript, and the list those of each session. */
  async function read(sessionId: string) {
    const folder = fixture.folderRef();
    const { earlier, resumePreviews } = fixture.core;
    const preview = await resumePreviews.find(folder, folder.path, sessionId);
    const listed = await earlier.list(folder, folder.path);
    return {
      previewed: preview?.kind === 'resume' ? preview.transcript.path : preview?.kind,
      listed: new Map(listed.map(({ owner, transcript }) => [owner?.ptyId, transcript.path])),
    };
  }

  it('are previewed, listed and continued there, also after a reload', async () => {
    const elsewhere = join(fixture.home, 'elsewhere');
    const first = await start('auto', { env: { CLAUDE_CONFIG_DIR: elsewhere, ONE: 'secret' } });
    await run(first, '--session-id', 'apples');
    const other = await start('chat');
    await run(other, '--session-id', 'pears');

    const before = await read(first.sessionId);
    assert.ok(before.previewed?.startsWith(elsewhere), before.previewed);
    assert.equal(before.listed.get(first.sessionId), before.previewed);
    assert.deepEqual([...before.listed.keys()].sort(), [first, other].map(idOf).sort());

    await fixture.reopen();
    assert.deepEqual(await read(first.sessionId), before);
    const again = await restart(first);
    assert.match(again.notices.join(), /^Claude Code starts without ONE: /);
    await fixture.untilShown(await run(again, '--resume', 'recall'), 'recalls:apples');
  });

  it('are listed once if the same one was begun in both places', async () => {
    const first = await start();
    await run(first, '--session-id', 'apples');
    await fixture.core.sessions.find(first.sessionId)?.kill();
    const elsewhere = join(fixture.home, 'elsewhere');
    const second = await fixture.prepare({
      providerId: 'claude',
      task: { kind: 'existing', id: first.task.id },
      options: { env: { CLAUDE_CONFIG_DIR: elsewhere } },
    });
    assert.equal(second.sessionId, first.sessionId);
    await run(second, '--session-id', 'pears');
    const folder = fixture.folderRef();
    const listed = await fixture.core.earlier.list(folder, folder.path);
    assert.deepEqual(
      listed.map(({ owner, transcript }) => [owner?.ptyId, transcript.firstPrompt]),
      [[first.sessionId, 'pears']],
    );
  });
});

function idOf({ sessionId }: { readonly sessionId: string }): string {
  return sessionId;
}
