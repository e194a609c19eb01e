import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionEvent, SessionInfo } from '../../../../src/pty/sessionService';
import { findShell, needsShell, requireShell } from '../../../support/pty/shellHome';
import { useCore, type Seen } from '../../../support/agents/useCore';
import { waitFor } from '../../../support/waitFor';

/** Stops itself on Ctrl-Z, as agents do, and exits as it is told. */
const AGENT = `#!/bin/sh
[ "$1" = --version ] && exit
stty raw -echo
echo "pid $$ of $PPID."
head -c 1 >/dev/null
kill -STOP $$
echo "back"
head -c 1 >/dev/null
eval "$HOW"
`;

describe('D8: an agent that nothing follows', function () {
  this.timeout(60_000);
  const fixture = useCore();
  let ends: string[];

  beforeEach(() => {
    const cli = join(fixture.home, 'stopping agent');
    writeFileSync(cli, AGENT, { mode: 0o755 });
    fixture.set({ providers: { fake: { cli } } });
  });

  async function start(how: string, options = {}): Promise<{ session: SessionInfo; seen: Seen }> {
    ends = [];
    fixture.core.sessions.onDidChange(({ type, session }: SessionEvent) => {
      if (type === 'agentExit' || type === 'exit') {
        ends.push(`${type} ${session.agentExitCode}`);
      }
    });
    const session = await (
      await fixture.prepare({ options: { env: { HOW: how }, ...options } })
    ).launch();
    const seen = await fixture.watch(session.id);
    await fixture.untilShown(seen, 'pid ');
    return { session, seen };
  }

  /** Types Ctrl-Z, waits until the agent continues, and lets it end. */
  async function stopAndEnd({ id }: SessionInfo, seen: Seen): Promise<SessionInfo> {
    const { sessions } = fixture.core;
    sessions.find(id)?.write('\x1a');
    await fixture.untilShown(seen, 'back');
    sessions.find(id)?.write('x\r');
    await waitFor(() => sessions.get(id)?.state === 'terminated', {
      limitMs: 10_000,
      what: () => `the end of the session, which printed ${JSON.stringify(seen.text)}`,
    });
    return sessions.get(id) ?? assert.fail('the session is listed');
  }

  const pidIn = ({ text }: Seen): number => Number(/pid (\d+) of \d+\./.exec(text)?.[1]);

  for (const name of ['bash', 'zsh', 'fish', 'sh']) {
    describe(`in ${name}`, () => {
      needsShell(name);
      beforeEach(() => fixture.set({ shell: requireShell(name) }));

      for (const afterExit of ['keep', 'close'] as const) {
        it(`is the process of the session with afterExit ${afterExit}, continues after Ctrl-Z, and its status is reported`, async () => {
          fixture.set({ afterExit });
          const { session, seen } = await start('exit 7');
          assert.equal(pidIn(seen), session.pid);
          const { agentExitCode, exitCode } = await stopAndEnd(session, seen);
          assert.deepEqual([agentExitCode, exitCode], [7, 7]);
          assert.deepEqual(ends, ['agentExit 7', 'exit 7']);
        });
      }

      it('ends by its own signal', async () => {
        fixture.set({ afterExit: 'keep' });
        const { session, seen } = await start('kill -TERM $$');
        const { agentExitCode, exitCode, exitSignal } = await stopAndEnd(session, seen);
        assert.deepEqual([agentExitCode, exitCode, exitSignal], [143, null, 'SIGTERM']);
      });

      it('is a child of the shell if a shell follows', async () => {
        const { session, seen } = await start('exit 7');
        assert.notEqual(pidIn(seen), session.pid);
      });
    });
  }

  it('has its status reported also without a shell', async () => {
    fixture.set({ afterExit: 'close', spawnMode: 'direct' });
    const { session, seen } = await start('exit 7');
    assert.equal(pidIn(seen), session.pid);
    assert.equal((await stopAndEnd(session, seen)).agentExitCode, 7);
    assert.deepEqual(ends, ['agentExit 7', 'exit 7']);
  });

  it('has no status if the session is ended', async () => {
    fixture.set({ afterExit: 'close' });
    const { session } = await start('exit 7');
    await fixture.core.sessions.find(session.id)?.kill();
    assert.deepEqual(ends, ['exit null']);
  });

  it('is a child of a shell in tmux, which reports its status', async function () {
    if (findShell('tmux') === undefined) {
      this.skip();
    }
    fixture.set({ afterExit: 'keep' });
    const { session, seen } = await start('exit 7', { persistence: 'tmux' });
    assert.equal((await stopAndEnd(session, seen)).agentExitCode, 7);
    await fixture.core.sessions.find(session.id)?.kill();
  });
});
