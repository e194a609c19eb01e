import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { needsShell, requireShell } from '../../support/pty/shellHome';
import { useApi } from '../../support/api/useApi';
import { useHomePrograms } from '../../support/api/useHomePrograms';
import { waitFor } from '../../support/waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

/** Prints its PATH, and ends on Enter. */
const AGENT = '#!/bin/sh\nprintf "agent path: %s\\n" "$PATH"; read -r line\n';

const POSIX = {
  text: 'export PATH=/usr/bin:/bin RC_READ=yes\n',
  same: '[ "$AGENT_TERMINALS_CLI" = "$(command -v agent-terminals)" ] && echo "same""one"',
} as const;

/** Startup files that reset the PATH, and a check whether the command line is on it. */
const SHELLS = {
  bash: { file: '.bash_profile', ...POSIX },
  zsh: { file: '.zshrc', ...POSIX },
  sh: { file: '.profile', ...POSIX },
  fish: {
    file: '.config/fish/config.fish',
    text: 'set -gx PATH /usr/bin /bin\nset -gx RC_READ yes\n',
    same: 'test "$AGENT_TERMINALS_CLI" = (command -v agent-terminals); and echo "same""one"',
  },
} as const;

describe('agent-terminals in a session', () => {
  const api = useApi();

  useHomePrograms(api);

  async function startShell(): Promise<string> {
    const { id } = await api.create();
    return id;
  }

  async function answers(id: string, line: string, words: string): Promise<void> {
    api.core.sessions.find(id)?.write(`${line}\r`);
    let text = '';
    await waitFor(
      async () =>
        (text = await requireSession(api.core.sessions, id).text({ scrollback: 100 })).includes(
          words,
        ),
      {
        limitMs: 15_000,
        what: () => `${words} in ${text}`,
      },
    );
  }

  for (const [name, { file, text, same }] of Object.entries(SHELLS)) {
    describe(`if ${name} resets its PATH`, () => {
      needsShell(name);

      beforeEach(() => {
        const path = join(api.fixture.home, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
        api.fixture.set({ shell: requireShell(name) });
      });

      it('is on the PATH of a shell, and reaches the window', async () => {
        const id = await startShell();
        await answers(id, same, 'sameone');
        await answers(
          id,
          'agent-terminals screen "$AGENT_TERMINALS_PTY_ID" >/dev/null && echo "screen""ok"',
          'screenok',
        );
        await answers(id, 'echo "rc $RC_READ" times', 'rc yes times');
      });

      for (const spawnMode of ['shell', 'direct'] as const) {
        it(`is on the PATH of an agent started by ${spawnMode}, and of the shell after it`, async () => {
          const cli = join(api.fixture.home, 'agent');
          writeFileSync(cli, AGENT, { mode: 0o755 });
          api.fixture.set({ providers: { fake: { cli, label: 'Fake' } } });
          const { id } = await api.create({ provider: 'fake', spawnMode, cols: 200 });
          await api.shows(id, `agent path: ${join(api.windows, '..', 'bin')}:`);
          api.core.sessions.find(id)?.write('\r');
          await waitFor(() => api.core.sessions.get(id)?.agentExitCode === 0, {
            limitMs: 15_000,
            what: 'the agent to exit',
          });
          await answers(id, same, 'sameone');
          await answers(id, 'echo "rc $RC_READ" times', 'rc yes times');
        });
      }
    });
  }

  describe('in zsh', () => {
    needsShell('zsh');

    it('keeps the person’s ZDOTDIR, before an agent and after it', async () => {
      const own = join(api.fixture.home, 'zsh files');
      mkdirSync(own);
      writeFileSync(join(own, '.zshenv'), 'export READ="env"\n');
      writeFileSync(join(own, '.zshrc'), 'export READ="$READ rc"; PATH=/usr/bin:/bin\n');
      api.fixture.set({ shell: requireShell('zsh') });
      const { id } = await api.create({ provider: 'fake', env: { ZDOTDIR: own } });
      const asked = `echo "$READ in $(basename "$ZDOTDIR"), ours [$AGENT_TERMINALS_ZDOTDIR]"`;
      api.core.sessions.find(id)?.write('exit 0\r');
      await answers(id, asked, 'env rc in zsh files, ours []');
      await answers(id, SHELLS.zsh.same, 'sameone');
    });
  });

  describe('after the extension’s files were deleted', () => {
    needsShell('zsh');

    it('is found by a new zsh, which reads the person’s own startup files', async () => {
      writeFileSync(join(api.fixture.home, '.zshrc'), SHELLS.zsh.text);
      api.fixture.set({ shell: requireShell('zsh') });
      await startShell();
      for (const gone of ['shell', 'bin']) {
        rmSync(join(api.windows, '..', gone), { recursive: true });
      }
      const id = await startShell();
      await answers(id, 'echo "rc $RC_READ" times', 'rc yes times');
      await answers(id, SHELLS.zsh.same, 'sameone');
    });
  });

  for (const [name, agentsMayDrive, expected] of [
    ['does not list sessions for an agent unless the setting allows it', false, 'ends 4'],
    ['lists sessions for an agent if the setting allows it', true, 'ends 0'],
  ] as const) {
    it(name, async () => {
      const setup = 'agent-terminals list --window . ; echo "ends $?"';
      api.fixture.set({ agentsMayDrive, shell: '/bin/bash', shellSetup: setup });
      const { id } = await api.create({ provider: 'fake' });
      let text = '';
      await waitFor(
        async () =>
          /ends \d/.test(
            (text = await requireSession(api.core.sessions, id).text({ scrollback: 100 })),
          ),
        {
          limitMs: 15_000,
          what: () => `the end in ${text}`,
        },
      );
      assert.ok(text.includes(expected), text);
    });
  }
});
