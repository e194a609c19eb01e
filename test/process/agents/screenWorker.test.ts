import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { useCore } from '../../support/agents/useCore';
import { useSessionHost } from '../../support/host/useSessionHost';
import { requireSession } from '../../../src/pty/sessionBackend';

/** Higher than any process id. */
const NO_PROCESS = 2 ** 31 - 1;
/** Prints more than the output that makes a flood; of its rows, none are skipped. */
const FLOOD = String.raw`#!/bin/sh
printf '\033[1;9r'
seq -f 'row %.0f' 300000
echo done
read -r line
`;

describe('floods in a window', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  const fixture = useCore();
  const marks = (): string => join(fixture.home, '.agent-terminals', 'workers');

  async function flood(): Promise<void> {
    fixture.extensionPath = host.extensionPath;
    await fixture.reopen();
    const cli = join(fixture.home, 'flood');
    writeFileSync(cli, FLOOD, { mode: 0o755 });
    fixture.set({ providers: { fake: { cli } } });
    const { id } = await (await fixture.prepare()).launch();
    const seen = await fixture.watch(id);
    await fixture.untilShown(seen, 'done');
    assert.match(await requireSession(fixture.core.sessions, id).text(), /row 300000\ndone/);
  }

  it('are parsed in a worker, which leaves a mark while it runs', async () => {
    await flood();
    assert.match(fixture.log.join('\n'), /A worker parses the output of floods/);
    assert.deepEqual(readdirSync(marks()), [`${process.pid}@${hostname()}`]);
  });

  it('are parsed inline after a window that died with a worker', async () => {
    mkdirSync(marks(), { recursive: true });
    writeFileSync(join(marks(), `${NO_PROCESS}@${hostname()}`), '1');
    await flood();
    assert.doesNotMatch(fixture.log.join('\n'), /A worker parses/);
    assert.match(fixture.log.join('\n'), /Output is parsed without a worker/);
  });
});
