import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { SessionError } from '../../../../src/base/errors';
import { Emitter } from '../../../../src/base/event';
import type { HostHealth } from '../../../../src/host/client/hostHealth';
import { HostSource } from '../../../../src/host/client/hostSource';
import { sessionInfo } from '../../../support/pty/fakeSessions';

const RUNNING = sessionInfo({ id: 'ada-main-a', folder: 'file:///work' });

describe('HostSource', () => {
  function subject(first: HostHealth) {
    const changes = new Emitter<HostHealth>();
    const host = {
      health: first,
      tries: 0,
      onDidChangeHealth: changes.event,
      listAll: () => [RUNNING, sessionInfo({ id: 'ada-main-b', state: 'terminated' })],
      connect: () => {
        host.tries++;
        return host.health.state === 'responsive'
          ? Promise.resolve()
          : Promise.reject(new SessionError('TIMEOUT', 'It does not answer.'));
      },
    };
    const become = (health: HostHealth): void => {
      host.health = health;
      changes.fire(health);
    };
    const others = { list: () => Promise.resolve([{ sessions: [] as string[] }]) };
    const source = new HostSource({ client: host, listOthers: () => others.list() });
    return { host, become, others, source };
  }

  it('is ready once an unresponsive host responds', async () => {
    const { host, become, source } = subject({ state: 'unresponsive', pid: 1 });
    let isFound = false;
    const found = source.whenReady().then(() => (isFound = true));
    await setImmediate();
    assert.equal(isFound, false);
    become({ state: 'responsive', pid: 1 });
    await found;
    assert.equal(host.tries, 2);
  });

  it('rejects with the reason if the connection fails and no host is known', async () => {
    const { source } = subject({ state: 'none' });
    await assert.rejects(source.whenReady(), (error) => SessionError.is(error, 'TIMEOUT'));
  });

  it('lists the sessions of every window, including those that have ended', async () => {
    const { id, folder, workDir, createdAt } = RUNNING;
    const { sessions, problem } = await subject({ state: 'responsive', pid: 1 }).source.list();
    const running = {
      id,
      folder,
      workDir,
      createdAt,
      isShown: false,
      isEnded: false,
      canReconnect: true,
    };
    assert.deepEqual([sessions[0], problem], [running, undefined]);
    assert.deepEqual([sessions[1]?.id, sessions[1]?.isEnded], ['ada-main-b', true]);
  });

  it('lists the sessions of other hosts as ones to which it cannot reconnect', async () => {
    const { others, source } = subject({ state: 'responsive', pid: 1 });
    others.list = () => Promise.resolve([{ sessions: ['ada-main-o'] }]);
    const { sessions } = await source.list();
    assert.deepEqual(
      sessions.map(({ id, canReconnect }) => [id, canReconnect]),
      [
        ['ada-main-a', true],
        ['ada-main-b', true],
        ['ada-main-o', false],
      ],
    );
  });

  it('lists its own sessions with the problem if other hosts cannot be listed', async () => {
    const { others, source } = subject({ state: 'responsive', pid: 1 });
    const failure = new Error('The directory is gone.');
    others.list = () => Promise.reject(failure);
    const { sessions, problem } = await source.list();
    assert.deepEqual([sessions.length, problem], [2, failure]);
  });
});
