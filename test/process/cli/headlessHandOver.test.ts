import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '../../../src/main/core';
import { useCore } from '../../support/agents/useCore';
import { useHeadlessCommandLine } from '../../support/api/useHeadlessCommandLine';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 20_000;

const AT_ONCE = stressSize({ short: 6, long: 12 });

describe('commands of one folder without a window', function () {
  this.timeout(90_000);
  const fixture = useCore();
  const cli = useHeadlessCommandLine(fixture);
  let id: string;

  beforeEach(async () => {
    fixture.set({ persistence: 'host' });
    const { core } = fixture;
    ({ id } = await (await fixture.prepare()).launch());
    await waitFor(() => core.sessions.get(id)?.hasOutput === true, {
      limitMs: LIMIT_MS,
      what: `output of ${id}`,
    });
    await cli.extension.store();
    await fixture.closeWindow();
  });

  /** Opens a window, which takes over what no command uses. */
  async function openWindow(): Promise<Core> {
    await fixture.reopen();
    const { core } = fixture;
    await core.leases.start();
    await core.reconnector.whenReconnected();
    await core.api.window.update();
    return core;
  }

  const untilOwned = (): Promise<void> =>
    waitFor(() => fixture.core.sessions.owns(id), {
      limitMs: LIMIT_MS,
      what: `the window to own ${id}`,
    });

  /** The files of processes that own sessions. */
  const listOwners = (): readonly string[] => {
    const directory = join(fixture.home, 'storage', 'leases');
    return readdirSync(directory).filter((name) => name.endsWith('.json'));
  };

  const untilOwners = (count: number): Promise<void> =>
    waitFor(() => listOwners().length === count, {
      limitMs: LIMIT_MS,
      what: () => `${count} processes that own sessions; there are ${listOwners().length}`,
    });

  it('all answer that start at the same time', async () => {
    const programs = await Promise.all(
      Array.from({ length: AT_ONCE }, () => cli.run('screen', id)),
    );
    for (const { end, stdout, stderr } of programs) {
      assert.deepEqual([end, stderr, stdout.includes('agent in')], [0, '', true]);
    }
  });

  it('own nothing while they show sessions', async () => {
    const [attached, events] = [cli.start('attach', id), cli.start('events')];
    const shown = [attached, events];
    await Promise.all([attached.untilShown('agent in'), events.untilShown(id)]);
    await cli.listIds();
    assert.deepEqual(listOwners(), []);
    const core = await openWindow();
    assert.equal(core.sessions.owns(id), true);
    core.sessions.find(id)?.write('after the window\r');
    await Promise.all(shown.map((program) => program.untilShown('heard: after the window')));
    assert.deepEqual(
      shown.map(({ end, stderr }) => [end, stderr]),
      [
        [undefined, ''],
        [undefined, ''],
      ],
    );
  });

  it('print the events of what another one does', async () => {
    const events = cli.start('events');
    await events.untilShown(id);
    await cli.succeed('prompt', id, 'Still there?');
    await events.untilShown('heard: Still there?');
    const started = await cli.succeed('start', 'fake');
    await events.untilShown(started);
    assert.deepEqual([events.end, events.stderr], [undefined, '']);
  });

  it('wait while another one sends prompts', async () => {
    const waiting = cli.start('wait', id, '--for', 'exit');
    await untilOwners(1);
    await cli.succeed('prompt', id, 'hello');
    await cli.shows(id, 'heard: hello');
    assert.equal(waiting.end, undefined);
    await cli.succeed('kill', id);
    const { end, stderr } = await waiting.ended();
    assert.deepEqual([end, stderr], [0, '']);
  });

  it('leave the session to a window that opens while one waits, which then waits there', async () => {
    const waiting = cli.start('wait', id, '--for', 'exit');
    await untilOwners(1);
    const core = await openWindow();
    assert.equal(core.sessions.owns(id), true);
    await waitFor(() => core.api.connections.count > 0, {
      limitMs: LIMIT_MS,
      what: 'the wait at the window',
    });
    await core.sessions.find(id)?.kill();
    const { end, stderr } = await waiting.ended();
    assert.deepEqual([end, stderr], [0, '']);
  });

  it('keep the session while one asks, from others and from a window that opens', async () => {
    const asking = cli.start('ask', id, 'works');
    await cli.shows(id, 'still at work');
    const other = await cli.run('prompt', id, 'hello');
    assert.equal(other.end, 1);
    assert.match(other.stderr, /SESSION_BUSY/);
    const core = await openWindow();
    assert.equal(core.sessions.owns(id), false);
    asking.child.kill('SIGINT');
    assert.equal((await asking.ended()).end, 'SIGINT');
    await untilOwned();
  });

  it('end an ask when the person takes its session over', async () => {
    const asking = cli.start('ask', id, 'works');
    await cli.shows(id, 'still at work');
    const core = await openWindow();
    await core.reconnector.takeOver(id, 'always');
    assert.equal(core.sessions.owns(id), true);
    assert.equal((await asking.ended()).end, 1);
  });
});
