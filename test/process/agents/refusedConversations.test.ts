import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useClaudeLike } from '../../support/agents/useClaudeLike';
import { useCore } from '../../support/agents/useCore';

describe('conversations that their CLI refuses', function () {
  this.timeout(30_000);
  const fixture = useCore();
  const { start, restart, run } = useClaudeLike(fixture);

  for (const spawnMode of ['shell', 'direct'] as const) {
    it(`are replaced by new ones, with a message (${spawnMode})`, async () => {
      fixture.set({ spawnMode });
      const first = await start();
      await run(first, '--session-id', 'apples');
      writeFileSync(join(fixture.home, 'refuse'), '');
      const second = await restart(first);
      const seen = await run(second, '--session-id', 'pears');
      assert.match(seen.text, /No conversation found/);
      assert.match(seen.text, /could not resume the earlier conversation/);
      assert.equal(fixture.core.sessions.get(second.sessionId)?.fellBack, true);
      rmSync(join(fixture.home, 'refuse'));
      await fixture.untilShown(
        await run(await restart(first), '--resume', 'recall'),
        'recalls:pears',
      );
    });
  }

  it('are resumed later if the new ones have no prompt', async () => {
    const first = await start();
    await run(first, '--session-id', 'apples');
    writeFileSync(join(fixture.home, 'refuse'), '');
    const second = await restart(first);
    await second.launch();
    await fixture.untilShown(await fixture.watch(second.sessionId), 'began by --session-id');
    assert.deepEqual(await owners(), { apples: first.sessionId });
    rmSync(join(fixture.home, 'refuse'));
    await fixture.reopen();
    await fixture.untilShown(
      await run(await restart(first), '--resume', 'recall'),
      'recalls:apples',
    );
  });

  it('belong to no session after a prompt in the new ones', async () => {
    const first = await start();
    await run(first, '--session-id', 'apples');
    writeFileSync(join(fixture.home, 'refuse'), '');
    await run(await restart(first), '--session-id', 'pears');
    assert.deepEqual(await owners(), { apples: undefined, pears: first.sessionId });
  });

  it('are replaced by new ones if another session has begun one since the plan', async () => {
    const cli = join(fixture.home, 'continuing');
    writeFileSync(cli, '#!/bin/sh\necho "began by [$*]."\nread -r line\n', { mode: 0o755 });
    fixture.set({ providers: { other: { cli, label: 'Other', resumeFlag: '--continue' } } });
    const other = { providerId: 'other' } as const;
    const shown: string[] = [];
    fixture.core.notices.onDidNotice((notice) => shown.push(notice));
    const first = await fixture.prepare(other);
    await first.launch();
    await (await restart(first)).launch();
    await fixture.untilShown(await fixture.watch(first.sessionId), 'began by [--continue].');
    const late = await restart(first);
    await (await fixture.prepare({ ...other, conversation: 'chat' })).launch();
    await late.launch();
    await fixture.untilShown(await fixture.watch(first.sessionId), 'began by [].');
    const notice = /may be another session's, so a new one starts/;
    assert.match(shown.join(), notice);
    assert.match(late.notices.join(), notice);
  });

  /** The owner of each conversation of the folder, by its first prompt. */
  async function owners(): Promise<Readonly<Record<string, string | undefined>>> {
    const listed = await fixture.core.earlier.list(fixture.folderRef(), fixture.folder);
    const pairs = listed.map(
      ({ transcript, owner }) => [transcript.firstPrompt ?? '', owner?.ptyId] as const,
    );
    return Object.fromEntries<string | undefined>(pairs);
  }
});
