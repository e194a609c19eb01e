import assert from 'node:assert/strict';
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { useSessionHost } from '../../support/useSessionHost';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 20_000;

describe('a session host that runs', function () {
  this.timeout(60_000);
  const host = useSessionHost();

  it('is found again where somebody has removed its files, with its sessions', async () => {
    const found = await host.ensure();
    const conversation = await host.enter(found);
    await conversation.sh('shell-main-a', 'while read line; do echo "got $line"; done');
    rmSync(host.home, { recursive: true });
    await waitFor(async () => (await host.access().find())?.pid === found.pid, {
      limitMs: LIMIT_MS,
      what: 'a window to find it',
    });
    const again = await host.ensure();
    assert.equal(lstatSync(host.place.directory).mode & 0o777, 0o700);
    const next = await host.enter(again, 'next');
    await next.attach('shell-main-a', 1);
    next.type(1, 'on\r');
    await next.shows(1, 'got on');
    assert.equal((await conversation.report()).sessions, 1, 'who was connected is so still');
  });

  it('ends where its files are gone and it has no session', async () => {
    const { pid } = await host.ensure();
    rmSync(host.place.directory, { recursive: true });
    await host.isGone(pid);
    assert.equal(existsSync(host.place.directory), false);
  });
});
