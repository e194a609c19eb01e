import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentOptions } from '../../../../src/agents/startRequests';
import type { AgentSettings } from '../../../../src/agents/start/agentSettings';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import { findOnPath } from '../../../../scripts/lib/findOnPath.mjs';
import { useCore } from '../../../support/agents/useCore';
import { useSshd } from '../../../support/pty/useSshd';
import { needsShell, requireShell } from '../../../support/pty/shellHome';
import { waitFor } from '../../../support/waitFor';

/** In the environment of the agent, so it is found if anything is. */
const DECOY = 'd'.repeat(32);

/**
 * An agent that searches for the nonce of its wrapper, reports an exit with 0 by all that could be
 * it, and exits with 7 on Enter: in the command lines of all processes, in the environments and open files
 * of the processes around it up to this test, and in the files of its homes and its directory.
 */
const FORGER = `#!/bin/sh
look() {
  ps -A -o args
  p=$$
  while [ "$p" -gt 1 ] && [ "$(cat "/proc/$p/comm")" != node ]; do
    cat "/proc/$p/cmdline" "/proc/$p/environ"
    for open in /proc/$p/fd/*; do [ ! -f "$open" ] || cat "$open"; done
    p=$(sed -n 's/^PPid:[^0-9]*//p' "/proc/$p/status")
  done
  find "$AGENT_TERMINALS_HOME" "$HOME/.agent-terminals" "$AGENT_TERMINALS_PLACE" -type f -exec cat {} +
}
for nonce in $(look 2>/dev/null | tr -c '0-9A-Za-z' '\\n' | grep -E '^[0-9A-Za-z]{32}$' | sort -u); do
  printf '\\033]7749;%s;0\\007' "$nonce"
  printf '\\033Ptmux;\\033\\033]7749;%s;0\\007\\033\\134' "$nonce"
  [ "$nonce" != ${DECOY} ] || found=yes
done
echo "decoy found: $found"
read -r line
exit 7
`;

describe('The report of the exit of an agent', function () {
  this.timeout(60_000);
  const fixture = useCore();
  let cli = '';

  beforeEach(() => {
    cli = join(fixture.home, 'forger');
    writeFileSync(cli, FORGER);
    chmodSync(cli, 0o755);
  });

  /** Starts the agent, lets it end, and returns what its session then is; ends the session. */
  async function endsWith(
    settings: Partial<AgentSettings>,
    options: AgentOptions = {},
  ): Promise<SessionInfo> {
    fixture.set({ providers: { fake: { cli, label: 'Fake' } }, ...settings });
    const prepared = await fixture.prepare({ options: { ...options, env: { DECOY } } });
    const { sessionId } = prepared;
    const { sessions } = fixture.core;
    await prepared.launch({ cols: 100, rows: 30 });
    try {
      const seen = await fixture.watch(sessionId);
      await fixture.untilShown(seen, 'decoy found: yes');
      sessions.find(sessionId)?.write('\r');
      const { afterExit = 'shell' } = settings;
      const hasEnded = ({ agentExitCode, state }: SessionInfo): boolean =>
        state === 'terminated' || (afterExit === 'shell' && agentExitCode !== null);
      let info: SessionInfo | undefined;
      await waitFor(() => ((info = sessions.get(sessionId)) ? hasEnded(info) : true), {
        limitMs: 30_000,
        what: () => `the end of the agent; it shows ${JSON.stringify(seen.text.slice(-2000))}`,
      });
      return info ?? assert.fail('The session is gone.');
    } finally {
      // A tmux server would continue, with the variable SHELL with which it has started.
      await sessions.find(sessionId)?.kill();
    }
  }

  for (const name of ['bash', 'zsh', 'fish', 'sh', 'dash']) {
    describe(`in ${name}`, () => {
      needsShell(name);

      for (const persistence of ['window', 'tmux'] as const) {
        it(`cannot be forged by the agent: ${persistence} [S17]`, async function () {
          if (persistence === 'tmux' && !findOnPath(['tmux'])) {
            this.skip();
          }
          const shell = requireShell(name);
          const { agentExitCode } = await endsWith({ shell, persistence });
          assert.equal(agentExitCode, 7);
          const left = readdirSync(join(fixture.home, '.agent-terminals', 'exit-markers'));
          assert.deepEqual(left, []);
        });
      }
    });
  }

  for (const [name, file] of [
    ['bash', '.bash_profile'],
    ['zsh', '.zprofile'],
    ['sh', '.profile'],
  ] as const) {
    describe(`in ${name} with set -a`, () => {
      needsShell(name);

      it('cannot be forged by the agent [S17]', async () => {
        writeFileSync(join(fixture.home, file), 'set -a\n');
        const { agentExitCode } = await endsWith({ shell: requireShell(name) });
        assert.equal(agentExitCode, 7);
      });
    });
  }

  for (const shell of ['bash', 'fish', 'sh']) {
    for (const afterExit of ['keep', 'shell'] as const) {
      describe(`in ${shell} without the nonce, ${afterExit}`, () => {
        needsShell(shell);

        it('is missing: the session ends with the agent, whose status is that of the program', async () => {
          const home = join(fixture.home, '.agent-terminals');
          mkdirSync(home, { recursive: true });
          writeFileSync(join(home, 'exit-markers'), '');
          const { agentExitCode, exitCode } = await endsWith({
            afterExit,
            shell: requireShell(shell),
          });
          assert.deepEqual([agentExitCode, exitCode], [afterExit === 'keep' ? 7 : null, 7]);
        });
      });
    }
  }

  describe('over SSH', () => {
    const sshd = useSshd();
    for (const shell of ['bash', 'zsh', 'fish', 'sh']) {
      for (const afterExit of ['shell', 'keep'] as const) {
        for (const tmux of [false, true]) {
          const title = `cannot be forged by the agent: ${shell}, ${afterExit}, tmux ${tmux} [S17]`;
          it(title, async function () {
            const path = findOnPath([shell]);
            if (!path || (tmux && !findOnPath(['tmux']))) {
              this.skip();
            }
            const alias = `${shell}-${afterExit}-${tmux}`;
            await sshd.start(alias, [
              `SetEnv HOME=${sshd.home} SHELL=${path} TMUX_TMPDIR=${sshd.directory}/tmux`,
            ]);
            const ssh = { target: alias, sshArgs: sshd.sshArgs, tmux };
            const { agentExitCode } = await endsWith({ afterExit }, { ssh });
            assert.equal(agentExitCode, 7);
          });
        }
      }
    }
  });
});
