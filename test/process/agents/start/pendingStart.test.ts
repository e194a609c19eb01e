import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findOnPath } from '../../../../scripts/lib/findOnPath.mjs';
import { useCore, type Seen } from '../../../support/agents/useCore';
import { needsShell, requireShell } from '../../../support/pty/shellHome';
import { waitFor } from '../../../support/waitFor';

/** The startup file of each shell. */
const RC = {
  bash: '.bash_profile',
  zsh: '.zprofile',
  fish: '.config/fish/config.fish',
  sh: '.profile',
} as const;

/** The output of the startup file, which the probes of the shell also run, without a terminal. */
const GREETS = 'test -t 0 && echo "hello from the file"\n';

describe('The start of an agent by a login shell', function () {
  this.timeout(120_000);
  const fixture = useCore();

  const write = (file: string, text: string): void => {
    const path = join(fixture.home, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };

  const pendingOf = (id: string) => fixture.core.sessions.get(id)?.pendingStart;

  async function launch(prompt?: string): Promise<{ id: string; seen: Seen }> {
    const start = await fixture.prepare({ options: { prompt } });
    await start.launch({ cols: 100, rows: 30 });
    return { id: start.sessionId, seen: await fixture.watch(start.sessionId) };
  }

  for (const [name, file] of Object.entries(RC)) {
    describe(`in ${name}`, () => {
      needsShell(name);
      beforeEach(() => fixture.set({ shell: requireShell(name) }));

      it('is pending while a startup file waits, with its output, and over when the agent begins', async () => {
        write(file, `${GREETS}test -t 0 && read answer\n`);
        const { id, seen } = await launch();
        await fixture.untilShown(seen, 'hello from the file');
        assert.match(pendingOf(id)?.reason ?? '', /^has not begun: \S+ runs its startup files \(/);
        const { state, reason } = fixture.core.status.get(id);
        assert.equal(state.kind, 'unknown');
        assert.equal(reason, `it ${pendingOf(id)?.reason}`);
        fixture.core.sessions.find(id)?.write('\r');
        await fixture.untilShown(seen, 'agent in');
        assert.equal(pendingOf(id), undefined);
        assert.doesNotMatch(seen.text, /7749/);
      });

      it('is pending in a shell that replaces it (exec), which gets no prompt', async () => {
        const cli = join(fixture.home, 'fake agent');
        fixture.set({ providers: { fake: { cli, label: 'Fake' } } });
        write(
          file,
          `${GREETS}test -t 0 && exec /bin/sh -c 'while read -r l; do echo "ran $l"; done'\n`,
        );
        const { id, seen } = await launch('rm everything');
        await fixture.untilShown(seen, 'hello from the file');
        const isRefused = assert.rejects(fixture.core.delivery.send(id, 'rm more'));
        const isQuiet = () => fixture.core.sessions.get(id)?.state === 'idle';
        await waitFor(isQuiet, { limitMs: 20_000, what: 'silence' });
        await fixture.core.sessions.find(id)?.kill();
        await isRefused;
        assert.doesNotMatch(seen.text, /ran|rm/);
      });

      it('names the end of a shell that ends before', async () => {
        // In fish `exit` ends the file only.
        const exit = name === 'fish' ? "exec /bin/sh -c 'exit 3'" : 'exit 3';
        write(file, `${GREETS}test -t 0 && ${exit}\n`);
        const { id, seen } = await launch();
        await fixture.untilShown(seen, 'ended with code 3 while it ran its startup files');
        assert.match(seen.text, /hello from the file/);
        const { state, reason } = fixture.core.status.get(id);
        assert.equal(state.kind, 'failed');
        assert.match(reason, /^it has not begun: .* ended with code 3/);
      });
    });
  }

  it('gives its prompt to the next start, also without the shell, if it never began', async () => {
    fixture.set({ shell: requireShell('bash'), shellSetup: '' });
    write('.bash_profile', `${GREETS}test -t 0 && exit 3\n`);
    const { id, seen } = await launch('two words');
    await fixture.untilShown(seen, 'ended with code 3');
    const again = await fixture.core.launcher.prepareRestart(id, { spawnMode: 'direct' });
    await again.launch({ cols: 100, rows: 30 });
    await fixture.untilShown(await fixture.watch(again.sessionId), 'args: [two words]');
    assert.equal(pendingOf(id), undefined);
  });

  it('is found again in tmux as it is, by the next window', async function () {
    if (!findOnPath(['tmux'])) {
      this.skip();
    }
    fixture.set({ shell: requireShell('bash'), persistence: 'tmux' });
    write('.bash_profile', `${GREETS}test -t 0 && read answer\n`);
    const { id, seen } = await launch();
    await fixture.untilShown(seen, 'hello from the file');
    await fixture.reopen();
    await fixture.core.reconnector.whenReconnected();
    assert.notEqual(pendingOf(id), undefined);
    fixture.core.sessions.find(id)?.write('\r');
    await waitFor(() => pendingOf(id) === undefined, { limitMs: 20_000, what: 'the agent' });
    await fixture.reopen();
    await fixture.core.reconnector.whenReconnected();
    await waitFor(() => pendingOf(id) === undefined, { limitMs: 20_000, what: 'the agent again' });
  });
});
