import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentOptions } from '../../../../src/agents/startRequests';
import {
  listenElsewhere,
  listenHere,
  writeCompanion,
  type Listener,
} from '../../../support/agents/companions';
import { useCore } from '../../../support/agents/useCore';
import { useSessionHost } from '../../../support/host/useSessionHost';
import { waitFor } from '../../../support/waitFor';

/** Writes its environment to a file, whole once the file has its name. */
const AGENT = `#!/bin/sh
if [ "$1" = --version ]; then echo '2.1.330 (Claude Code)'; exit; fi
env > "$HOME/env.part"
mv "$HOME/env.part" "$HOME/env"
exec sleep 600
`;

/** A port that an earlier window has left in the environment. */
const STALE = '1';

describe('an agent whose vendor has a companion in the window', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  // Before the fixture's own hook, which ends the window, but not the sessions of a session host.
  afterEach(async () => {
    const { sessions } = fixture.core;
    await Promise.all(sessions.list().map(async ({ id }) => sessions.find(id)?.kill()));
    await Promise.all([here.close(), elsewhere.close()]);
  });
  const fixture = useCore();
  let here: Listener;
  let elsewhere: Listener;

  beforeEach(async () => {
    const cli = join(fixture.home, 'claude');
    writeFileSync(cli, AGENT);
    chmodSync(cli, 0o755);
    fixture.set({ providers: { claude: { cli } } });
    Object.assign(fixture.env, { CLAUDE_CODE_SSE_PORT: STALE });
    [here, elsewhere] = await Promise.all([listenHere(), listenElsewhere()]);
    const folders = [fixture.folder];
    writeCompanion('claude', fixture.home, { ...elsewhere, folders });
    writeCompanion('claude', fixture.home, { ...here, folders, token: 'a secret token' });
  });

  /** Starts an agent; returns its environment. */
  async function environmentOf(options: AgentOptions = {}): Promise<string> {
    await (await fixture.prepare({ providerId: 'claude', options })).launch();
    const path = join(fixture.home, 'env');
    await waitFor(() => existsSync(path), {
      limitMs: 20_000,
      what: 'the environment of the agent',
    });
    return readFileSync(path, 'utf8');
  }

  const portIn = (env: string): string | undefined => /^CLAUDE_CODE_SSE_PORT=(.*)$/m.exec(env)?.[1];

  for (const spawnMode of ['shell', 'direct'] as const) {
    it(`is linked to it and gets no token, started by ${spawnMode}`, async () => {
      const env = await environmentOf({ spawnMode });
      assert.equal(portIn(env), String(here.port));
      assert.doesNotMatch(env, /a secret/);
    });
  }

  it('is linked to it also in the session host, of which it is no child', async () => {
    fixture.extensionPath = host.extensionPath;
    await fixture.reopen();
    await fixture.core.reconnector.whenReconnected();
    const env = await environmentOf({ persistence: 'host' });
    assert.equal(fixture.core.sessions.list()[0]?.persistence, 'host');
    assert.equal(portIn(env), String(here.port));
  });

  it('is not linked if the setting is off, nor by a variable that the window inherited', async () => {
    fixture.set({ ideLink: false, inheritEnv: true });
    assert.equal(portIn(await environmentOf()), undefined);
  });

  it('is linked as the start itself requests', async () => {
    const env = await environmentOf({ env: { CLAUDE_CODE_SSE_PORT: '2' } });
    assert.equal(portIn(env), '2');
  });

  it('is not planned in a workspace that is not trusted', async () => {
    fixture.trusted = false;
    await assert.rejects(environmentOf(), { code: 'UNTRUSTED' });
  });
});
