import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { CLIENT_MODULES, COMMAND_LINE } from '../../../scripts/lib/clientBundles.mjs';
import { useApi } from '../../support/useApi';
import { waitFor } from '../../support/waitFor';

const BASH_THAT_BEGINS_ANEW = 'export PATH=/usr/bin:/bin\n';

describe('agent-terminals in a session', () => {
  const api = useApi();

  before(async () => {
    const dist = resolve('dist');
    mkdirSync(dist, { recursive: true });
    for (const options of [COMMAND_LINE, ...CLIENT_MODULES]) {
      await build({ ...options });
    }
  });

  async function startShell(): Promise<string> {
    const { id } = await api.create();
    return id;
  }

  async function answers(id: string, line: string, words: string): Promise<void> {
    api.core.sessions.write(id, `${line}\r`);
    let text = '';
    await waitFor(
      async () => (text = await api.core.sessions.text(id, { scrollback: 100 })).includes(words),
      {
        limitMs: 15_000,
        what: () => `${words} in ${text}`,
      },
    );
  }

  it('is on the PATH of a shell whose rc files begin it anew, and talks to the window', async () => {
    writeFileSync(join(api.fixture.home, '.bash_profile'), BASH_THAT_BEGINS_ANEW);
    api.fixture.set({ shell: '/bin/bash' });
    const id = await startShell();
    await answers(id, 'command -v agent-terminals; echo "[$?]"', '[0]');
    await answers(
      id,
      'agent-terminals screen "$AGENT_TERMINALS_PTY_ID" >/dev/null; echo "screen $?"',
      'screen 0',
    );
    await answers(
      id,
      '[ "$AGENT_TERMINALS_CLI" = "$(command -v agent-terminals)" ] && echo "same""one"',
      'sameone',
    );
  });

  it('is on the PATH of an agent, and of the shell after it', async () => {
    writeFileSync(join(api.fixture.home, '.bash_profile'), BASH_THAT_BEGINS_ANEW);
    const setup = 'echo "before: $(command -v agent-terminals)"';
    api.fixture.set({ shell: '/bin/bash', shellSetup: setup });
    const { id } = await api.create({ provider: 'fake' });
    const path = join(api.windows, '..', 'bin', 'agent-terminals');
    let text = '';
    await waitFor(
      async () =>
        (text = await api.core.sessions.text(id, { scrollback: 100 }))
          .replaceAll('\n', '')
          .includes(`before: ${path}`),
      {
        limitMs: 15_000,
        what: () => `${path} in ${text}`,
      },
    );
    api.core.sessions.write(id, 'exit 0\r');
    await waitFor(() => api.core.sessions.get(id)?.agentExitCode === 0, {
      limitMs: 15_000,
      what: 'the agent to exit',
    });
    await answers(id, 'command -v agent-terminals; echo "[$?]"', '[0]');
  });

  for (const [name, agentsMayDrive, expected] of [
    ['an agent may drive its folder’s sessions only with the setting', false, 'ends 4'],
    ['an agent that may drive lists its folder’s sessions', true, 'ends 0'],
  ] as const) {
    it(name, async () => {
      const setup = 'agent-terminals list --window . ; echo "ends $?"';
      api.fixture.set({ agentsMayDrive, shell: '/bin/bash', shellSetup: setup });
      const { id } = await api.create({ provider: 'fake' });
      let text = '';
      await waitFor(
        async () => /ends \d/.test((text = await api.core.sessions.text(id, { scrollback: 100 }))),
        {
          limitMs: 15_000,
          what: () => `the end in ${text}`,
        },
      );
      assert.ok(text.includes(expected), text);
    });
  }
});
