import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { SessionError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import { findBeyond } from '../../../src/main/coreAdoption';
import type { HostHealth } from '../../../src/host/client/hostHealth';

describe('findBeyond', () => {
  function subject(first: HostHealth, findFree = () => Promise.resolve()) {
    const changes = new Emitter<HostHealth>();
    const host = {
      health: first,
      tries: 0,
      onDidChangeHealth: changes.event,
      connect: () => {
        host.tries++;
        return host.health.state === 'well'
          ? Promise.resolve()
          : Promise.reject(new SessionError('TIMEOUT', 'It does not answer.'));
      },
    };
    const become = (health: HostHealth): void => {
      host.health = health;
      changes.fire(health);
    };
    const find = findBeyond({
      hostClient: host,
      tmux: { findFree },
    });
    return { host, become, find };
  }

  it('knows nothing before a host that does not respond does', async () => {
    const { host, become, find } = subject({ state: 'unresponsive', pid: 1 });
    let isFound = false;
    const found = find().then(() => (isFound = true));
    await setImmediate();
    assert.equal(isFound, false);
    become({ state: 'well', pid: 1 });
    await found;
    assert.equal(host.tries, 2);
  });

  it('asks the host, too, where tmux cannot say all', async () => {
    const fail = () => Promise.reject(new SessionError('ILLEGAL_STATE', 'tmux is silent.'));
    const { host, find } = subject({ state: 'well', pid: 1 }, fail);
    await assert.rejects(find(), /tmux is silent/);
    assert.equal(host.tries, 1);
  });

  it('says why a host cannot be used that is not waited for', async () => {
    const { find } = subject({ state: 'none' });
    await assert.rejects(find(), (error) => SessionError.is(error, 'TIMEOUT'));
  });
});
