import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { useSessionHost } from '../../support/host/useSessionHost';

describe('a session host', function () {
  this.timeout(60_000);
  const host = useSessionHost();

  it('holds its screens in a worker', async () => {
    const conversation = await host.enter(await host.ensure());
    await conversation.sh('shell-main-a', 'seq -f "row %.0f" 300000; echo done; read line');
    const seen = await conversation.attach('shell-main-a', 1);
    await conversation.shows(1, 'done');
    assert.match(await conversation.text('shell-main-a'), /row 299999\nrow 300000\ndone/);
    assert.match(readFileSync(host.paths.log, 'utf8'), /A worker holds the screens/);
    assert.equal(seen.isBroken, false);
  });

  it('accepts limits of windows that do not know the setting', async () => {
    const conversation = await host.enter(await host.ensure());
    const limits = { maxSessions: 1, exitedRetentionMs: 1000, keepScreensOnDisk: false };
    conversation.note({ note: 'limits', limits: limits as never });
    await conversation.sh('shell-main-a', 'read line');
    await assert.rejects(conversation.sh('shell-main-b', 'read line'), /1 session/);
  });
});
