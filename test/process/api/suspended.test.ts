import assert from 'node:assert/strict';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { useApi } from '../../support/api/useApi';
import { useSessionHost } from '../../support/host/useSessionHost';
import { waitFor } from '../../support/waitFor';

describe('the API of sessions in a session host', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  const api = useApi();

  it('describes them as suspended while the host does not respond', async () => {
    const { fixture } = api;
    fixture.extensionPath = host.extensionPath;
    fixture.set({ persistence: 'host' });
    await fixture.reopen();
    await api.update();
    const { id, suspended } = await api.create();
    assert.equal(suspended, false);
    const { health } = fixture.core.hostClient;
    assert.ok(health.state === 'responsive');
    const { pid } = health;
    const isSuspended = async (): Promise<boolean> => {
      const { json } = await api.call('GET', `/api/sessions/${id}`);
      return (json as SessionView).suspended;
    };
    process.kill(pid, 'SIGSTOP');
    try {
      await waitFor(isSuspended, { limitMs: 30_000, what: 'the session to be suspended' });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    const isBack = async (): Promise<boolean> => !(await isSuspended());
    await waitFor(isBack, { limitMs: 10_000, what: 'the session to respond again' });
    await fixture.core.sessions.find(id)?.kill();
  });
});
