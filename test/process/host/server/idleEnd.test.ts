import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { useSessionHost } from '../../../support/host/useSessionHost';
import { waitFor } from '../../../support/waitFor';

/** When an unused host ends, in milliseconds. Its first client takes up to a second on a busy machine. */
const IDLE_MS = 2_000;

describe('a session host that is not used', function () {
  this.timeout(60_000);
  const host = useSessionHost();

  it('ends after a time', async () => {
    const { pid, socketPath } = await host.ensure({ idleMs: IDLE_MS });
    await host.isGone(pid);
    assert.ok(!existsSync(host.paths.lockfile));
    assert.ok(!existsSync(socketPath));
  });

  it('continues while it has a session without a client, and ends after that', async () => {
    const found = await host.ensure({ idleMs: IDLE_MS });
    const conversation = await host.enter(found);
    await conversation.sh('shell-main-a', 'read line');
    conversation.dispose();
    const begin = performance.now();
    await waitFor(() => performance.now() - begin > 2 * IDLE_MS, {
      limitMs: 10_000,
      what: 'that time, twice',
    });
    const again = await host.enter(found);
    await again.kill('shell-main-a');
    again.dispose();
    await host.isGone(found.pid);
  });
});
