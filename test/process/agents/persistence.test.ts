import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROTOCOL_VERSION } from '../../../src/host/protocol/calls';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import { findShell } from '../../support/pty/shellHome';
import { useCore } from '../../support/agents/useCore';
import { useSessionHost } from '../../support/host/useSessionHost';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 10_000;
const IS_LOGIN = 'shopt -q login_shell && echo "login-$((40+2))"\r';

/**
 * The persistence of a session, and whether the window that creates it or the next one uses it. The
 * next one has no trust, which sessions that already run do not need.
 */
const WAYS = [
  ['window', 'created'],
  ['host', 'created'],
  ['host', 'reattached'],
  ['tmux', 'created'],
  ['tmux', 'reattached'],
] as const;

describe('shells and agents', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  // Before the fixture's own hook, which ends the window, but not the sessions.
  afterEach(async () => {
    const { sessions } = fixture.core;
    await Promise.all(sessions.list().map(async ({ id }) => sessions.find(id)?.kill()));
  });
  const fixture = useCore();
  const { watch, untilShown } = fixture;

  for (const [persistence, path] of WAYS) {
    describe(`with persistence ${persistence}, ${path}`, () => {
      before(function () {
        if (persistence === 'tmux' && findShell('tmux') === undefined) {
          this.skip();
        }
      });
      beforeEach(async () => {
        fixture.extensionPath = host.extensionPath;
        fixture.set({ persistence });
        await fixture.reopen();
        await fixture.core.reconnector.whenReconnected();
      });

      /** Starts a session; returns its id in the window that uses it. */
      async function begin(start: PreparedStart): Promise<string> {
        const { id } = await start.launch();
        await waitFor(() => fixture.core.sessions.get(id)?.hasOutput === true, {
          limitMs: LIMIT_MS,
          what: `output of ${id}`,
        });
        if (path === 'reattached') {
          await fixture.reopen(() => (fixture.trusted = false));
          await fixture.core.reconnector.whenReconnected();
        }
        assert.equal(fixture.core.sessions.get(id)?.persistence, persistence);
        return id;
      }

      const becomes = (id: string, what: 'agentExitCode' | 'exitCode', code: number) =>
        waitFor(() => fixture.core.sessions.get(id)?.[what] === code, {
          limitMs: LIMIT_MS,
          what: `${what} ${code} of ${id}`,
        });

      /** The logs of the window and of the session host. */
      function logged(): string {
        const log = join(fixture.home, '.agent-terminals', 'host', `host-${PROTOCOL_VERSION}.log`);
        return [...fixture.log, persistence === 'host' ? readFileSync(log, 'utf8') : ''].join('\n');
      }

      it('are login shells, whose exit code is logged', async () => {
        const task = { kind: 'new', name: 'Look' } as const;
        const id = await begin(await fixture.core.launcher.prepareShell(fixture.folderRef(), task));
        const seen = await watch(id);
        fixture.core.sessions.find(id)?.write(IS_LOGIN);
        await untilShown(seen, 'login-42');
        fixture.core.sessions.find(id)?.write('exit 4\r');
        await becomes(id, 'exitCode', 4);
        assert.match(logged(), new RegExp(`Session ${id} ended with code 4`));
      });

      it('run in a login shell, report and log their exit code, and leave a login shell', async () => {
        const id = await begin(await fixture.prepare());
        const seen = await watch(id);
        fixture.core.sessions.find(id)?.write('exit7\r');
        await becomes(id, 'agentExitCode', 7);
        assert.equal(fixture.core.sessions.get(id)?.exitCode, null);
        assert.match(logged(), new RegExp(`The agent of ${id} exited with code 7`));
        fixture.core.sessions.find(id)?.write(IS_LOGIN);
        await untilShown(seen, 'login-42');
        fixture.core.sessions.find(id)?.write('exit 4\r');
        await becomes(id, 'exitCode', 4);
      });
    });
  }
});
