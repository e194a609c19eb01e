import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { LastScreens } from '../../../src/host/server/lastScreens';
import { createClient } from '../../support/host/hostedSessions';
import type { HostConversation } from '../../support/host/hostConversation';
import { useSessionHost } from '../../support/host/useSessionHost';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 15_000;

describe('the last screens of a session host', function () {
  this.timeout(60_000);
  const host = useSessionHost();

  it('are stored after it was killed, readable only by the person', async () => {
    const { found, conversation } = await begin(true);
    await isKept();
    await host.kill(found.pid);
    await host.access().find();
    const kept = await screens().read('shell-main-a');
    assert.ok(kept);
    assert.match(kept.text, /31mred words/);
    assert.deepEqual(kept.dimensions, { cols: 80, rows: 24 });
    assert.ok(conversation.closed);
    assert.equal(statSync(host.paths.screens).mode & 0o777, 0o700);
    assert.equal(statSync(join(host.paths.screens, 'shell-main-a.json')).mode & 0o777, 0o600);
  });

  it('are removed with a session that is ended', async () => {
    const { conversation } = await begin(true);
    await isKept();
    await conversation.kill('shell-main-a');
    await waitFor(() => names().length === 0, {
      limitMs: LIMIT_MS,
      what: 'the removal of the screen',
    });
  });

  it('are removed when the setting is turned off, and not written again', async () => {
    const { conversation } = await begin(true);
    await isKept();
    sendLimits(conversation, false);
    await waitFor(() => names().length === 0, {
      limitMs: LIMIT_MS,
      what: 'the removal of the screen',
    });
    conversation.note({ note: 'input', id: 'shell-main-a', base64: btoa('\r') });
    await waitFor(
      () =>
        conversation.notes.filter(
          (note) => note.note === 'event' && note.event.session.state === 'idle',
        ).length >= 2,
      { limitMs: LIMIT_MS, what: 'the session to be idle again' },
    );
    assert.deepEqual(names(), []);
  });

  it('are removed by the next host if the setting is off, after the host was killed', async () => {
    const { found } = await begin(true);
    await isKept();
    await host.kill(found.pid);
    sendLimits(await host.enter(await host.ensure()), false);
    await waitFor(() => names().length === 0, {
      limitMs: LIMIT_MS,
      what: 'the removal of the screen',
    });
  });

  it('are removed when the setting is turned off while no host runs, and no host is started', async () => {
    const { found } = await begin(true);
    await isKept();
    await host.kill(found.pid);
    let keepScreensOnDisk = true;
    const client = createClient(host.access(), {
      limits: () => ({
        maxSessions: 10,
        exitedRetentionMs: 1000,
        keepScreensOnDisk,
        screenWorker: 'auto' as const,
      }),
      removeScreens: () => screens().removeAll(),
    });
    await client.connect();
    client.refresh();
    assert.deepEqual(names(), ['shell-main-a.json'], 'the setting is still on');
    keepScreensOnDisk = false;
    client.refresh();
    await waitFor(() => names().length === 0, {
      limitMs: LIMIT_MS,
      what: 'the removal of the screen',
    });
    assert.equal(await host.access().find(), undefined);
    client.dispose();
  });

  async function begin(keepScreensOnDisk: boolean) {
    const found = await host.ensure();
    const conversation = await host.enter(found);
    sendLimits(conversation, keepScreensOnDisk);
    await conversation.sh(
      'shell-main-a',
      `printf '\\033[31mred words\\033[m\\n'; while read line; do echo more; done`,
    );
    return { found, conversation };
  }

  function sendLimits(conversation: HostConversation, keepScreensOnDisk: boolean): void {
    const limits = {
      maxSessions: 10,
      exitedRetentionMs: 1000,
      keepScreensOnDisk,
      screenWorker: 'auto' as const,
    };
    conversation.note({ note: 'limits', limits });
  }

  const screens = () => new LastScreens(host.paths.screens, systemClock);

  const isKept = (): Promise<void> =>
    waitFor(async () => (await screens().read('shell-main-a')) !== undefined, {
      limitMs: LIMIT_MS,
      what: 'the screen on disk',
    });

  function names(): readonly string[] {
    try {
      return readdirSync(host.paths.screens);
    } catch {
      // The directory does not exist.
      return [];
    }
  }
});
