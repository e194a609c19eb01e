import assert from 'node:assert/strict';
import type { SessionView } from '../../../../src/operations/views/sessionView';
import { useApi } from '../../../support/api/useApi';
import { useSessionHost } from '../../../support/host/useSessionHost';

describe('the rights of an agent that continues in the next window', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  const api = useApi();
  const { call, create, fixture } = api;

  beforeEach(async () => {
    fixture.extensionPath = host.extensionPath;
    fixture.set({ agentsMayDrive: true, persistence: 'host' });
    await reload();
  });

  async function reload(): Promise<void> {
    await fixture.reopen();
    await fixture.core.leases.start();
    await fixture.core.reconnector.whenReconnected();
    await api.update();
  }

  it('hold for what it started and forked, and for nothing else', async () => {
    const itself = await create({ provider: 'fake' });
    const token = await api.driveToken(itself.id);
    const body = { cwd: fixture.folder, provider: 'fake' };
    const { json } = await call('POST', '/api/sessions', { token, body });
    const started = json as SessionView;
    const other = await create({ provider: 'fake' });
    const forked = await call('POST', `/api/sessions/${other.id}/fork`, { token, body: {} });
    const [fork] = (forked.json as { sessions: SessionView[] }).sessions;
    assert.ok(fork, forked.text);
    assert.deepEqual(
      [started, other, fork].map(({ startedBy }) => startedBy),
      [itself.id, null, itself.id],
    );
    await fixture.core.tasks.flush();
    await reload();
    const end = async ({ id }: SessionView) => {
      const { status, code } = await call('DELETE', `/api/sessions/${id}`, { token });
      return [status, code];
    };
    const refused = [403, 'SESSION_USER_MISMATCH'];
    assert.deepEqual([await end(other), await end(itself)], [refused, refused]);
    assert.deepEqual(
      [await end(started), await end(fork)],
      [
        [204, undefined],
        [204, undefined],
      ],
    );
    const left = fixture.core.sessions.list().map(({ id }) => id);
    assert.deepEqual(left.sort(), [itself.id, other.id].sort());
  });
});
