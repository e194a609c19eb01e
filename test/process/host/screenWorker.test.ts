import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { useSessionHost } from '../../support/host/useSessionHost';

describe('a session host', function () {
  this.timeout(60_000);
  const host = useSessionHost();

  it('holds its screens in a worker', async () => {
    const conversation = await host.enter(await host.ensure());
    await conversation.sh('shell-main-a', 'seq -f "row %.0f" 300000; echo done; read line');
    await conversation.attach('shell-main-a', 1);
    await conversation.shows(1, 'done');
    assert.match(await conversation.text('shell-main-a'), /row 299999\nrow 300000\ndone/);
    assert.match(readFileSync(host.paths.log, 'utf8'), /A worker holds the screens/);
  });
});
