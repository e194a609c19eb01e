import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { useCore } from '../../support/agents/useCore';
import { useSessionHost } from '../../support/host/useSessionHost';
import { requireSession } from '../../../src/pty/sessionBackend';

/** Higher than any process id. */
const NO_PROCESS = 2 ** 31 - 1;
const AGENT = '#!/bin/sh\necho done\nread -r line\n';

describe('the screens of a window', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  const fixture = useCore();
  const marks = (): string => join(fixture.home, '.agent-terminals', 'workers');

  async function start(): Promise<void> {
    fixture.extensionPath = host.extensionPath;
    await fixture.reopen();
    const cli = join(fixture.home, 'agent');
    writeFileSync(cli, AGENT, { mode: 0o755 });
    fixture.set({ providers: { fake: { cli } } });
    const { id } = await (await fixture.prepare()).launch();
    const seen = await fixture.watch(id);
    await fixture.untilShown(seen, 'done');
    assert.match(await requireSession(fixture.core.sessions, id).text(), /done/);
  }

  it('are held by a worker, which leaves a mark while it runs', async () => {
    await start();
    assert.match(fixture.log.join('\n'), /A worker holds the screens/);
    assert.deepEqual(readdirSync(marks()), [`${process.pid}@${hostname()}`]);
  });

  it('are held inline after a window that died with a worker', async () => {
    mkdirSync(marks(), { recursive: true });
    writeFileSync(join(marks(), `${NO_PROCESS}@${hostname()}`), '1');
    await start();
    assert.doesNotMatch(fixture.log.join('\n'), /A worker holds/);
    assert.match(fixture.log.join('\n'), /Output is parsed without a worker/);
  });
});
