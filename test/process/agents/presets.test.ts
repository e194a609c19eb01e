import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import { SessionError } from '../../../src/base/errors';
import type { ProviderOverrides } from '../../../src/providers/registry/providerRegistry';
import { useClaudeLike } from '../../support/agents/useClaudeLike';
import { useCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';

describe('a preset of an agent', function () {
  this.timeout(30_000);
  const fixture = useCore();
  const { prepare, untilShown, watch } = fixture;
  const { restart, run } = useClaudeLike(fixture);

  beforeEach(() => {
    const cli = join(fixture.home, 'claude-like');
    fixture.set({
      providers: { claude: { cli }, work: { extends: 'claude', label: 'Work', model: 'large' } },
    });
  });

  const startWork = (): Promise<PreparedStart> => prepare({ providerId: 'work' });
  const uuidOf = ({ sessionId }: PreparedStart): string =>
    fixture.core.map.get(sessionId)?.uuid ?? '';

  it('starts the CLI that it extends with its own model, and continues its conversation', async () => {
    const first = await startWork();
    assert.equal(first.label, 'Work');
    await run(first, '--session-id', 'apples');
    assert.match(fixture.core.sessions.get(first.sessionId)?.exec ?? '', /--model large/);
    await fixture.reopen();
    await untilShown(await run(await restart(first), '--resume', 'recall'), 'recalls:apples');
  });

  it('shares the conversations of that CLI, each of which one session continues', async () => {
    const work = await startWork();
    await run(work, '--session-id', 'apples');
    const { earlier } = fixture.core;
    const found = await earlier.list(fixture.folderRef(), fixture.folder);
    assert.deepEqual(
      found.map(({ providerId, transcript, owner }) => [providerId, transcript.id, owner?.ptyId]),
      [['work', uuidOf(work), work.sessionId]],
    );
    const task = { kind: 'new', name: 'Other' } as const;
    const other = await prepare({ providerId: 'claude', task, picked: uuidOf(work) });
    await assert.rejects(other.launch(), (error) => SessionError.is(error, 'ILLEGAL_STATE'));
    await fixture.core.sessions.find(work.sessionId)?.kill();
    const again = await prepare({ providerId: 'claude', task, picked: uuidOf(work) });
    await untilShown(await run(again, '--resume', 'recall'), 'recalls:apples');
  });

  it('is replaced by its fallback if its CLI cannot be run, with a message', async () => {
    const providers = {
      claude: { cli: join(fixture.home, 'claude-like') },
      work: { extends: 'claude', label: 'Work', cli: '/no/such/cli', fallback: 'claude' },
    };
    fixture.set({ providers });
    const prepared = await startWork();
    assert.equal(prepared.providerId, 'claude');
    assert.match(prepared.notices.join(), /CLI of Work cannot be run, so Claude Code starts/);
    await run(prepared, '--session-id', 'apples');
    fixture.set({ providers: { ...providers, work: { ...providers.work, fallback: 'nobody' } } });
    await assert.rejects(startWork(), (error) => SessionError.is(error, 'CLI_NOT_FOUND'));
  });

  describe('whose CLI rejects its model', () => {
    /** Ends at once for the model `bad`. */
    const PICKY = `#!/bin/sh
[ "$1" = --version ] || echo "$WHO" >> "$HOME/begun"
case "$*" in *"--model bad"*) echo "unknown model"; exit 1;; esac
exec "$HOME/claude-like" "$@"
`;
    const begun = (): readonly string[] =>
      readFileSync(join(fixture.home, 'begun'), 'utf8').trim().split('\n');
    const work = { extends: 'claude', label: 'Work', model: 'bad', env: { WHO: 'work' } };

    function define(providers: ProviderOverrides): void {
      const cli = join(fixture.home, 'picky');
      writeFileSync(cli, PICKY, { mode: 0o755 });
      fixture.set({ providers: { claude: { cli, env: { WHO: 'claude' } }, ...providers } });
    }

    for (const spawnMode of ['shell', 'direct'] as const) {
      it(`is replaced by its fallback in the session, with a message (${spawnMode})`, async () => {
        fixture.set({ spawnMode });
        define({ work: { ...work, fallback: 'claude' } });
        const started = await startWork();
        const seen = await run(started, '--session-id', 'apples');
        assert.match(seen.text, /unknown model/);
        assert.match(seen.text, /Work ended at once, so Claude Code started instead/);
        assert.deepEqual(begun(), ['work', 'claude']);
        const { exec, fellBack } = fixture.core.sessions.get(started.sessionId) ?? {};
        assert.deepEqual([fellBack, exec?.includes('--model bad')], [true, false]);
        define({ work: { ...work, model: 'large' } });
        await untilShown(await run(await restart(started), '--resume', 'recall'), 'recalls:apples');
      });
    }

    it('is not replaced by a fallback that stores its conversations elsewhere', async () => {
      const env = { WHO: 'work', CLAUDE_CONFIG_DIR: join(fixture.home, 'work-claude') };
      define({ work: { ...work, env, fallback: 'claude' } });
      const started = await startWork();
      await started.launch();
      const exit = () => fixture.core.sessions.get(started.sessionId)?.agentExitCode;
      await waitFor(() => exit() === 1, { limitMs: 20_000, what: 'its end' });
      assert.deepEqual(begun(), ['work']);
    });

    it('is replaced once, also by a fallback that ends at once and names it', async () => {
      define({
        work: { ...work, fallback: 'play' },
        play: { ...work, label: 'Play', fallback: 'work', env: { WHO: 'play' } },
      });
      const started = await startWork();
      await started.launch();
      const exit = () => fixture.core.sessions.get(started.sessionId)?.agentExitCode;
      await waitFor(() => exit() === 1, { limitMs: 20_000, what: 'the end of both' });
      assert.deepEqual(begun(), ['work', 'play']);
    });

    it('is not replaced by another CLI, whose screen the session could not read', async () => {
      const fake = { cli: join(fixture.home, 'fake agent'), label: 'Fake' };
      define({ work: { ...work, fallback: 'fake' }, fake });
      const started = await startWork();
      await started.launch();
      const exit = () => fixture.core.sessions.get(started.sessionId)?.agentExitCode;
      await waitFor(() => exit() === 1, { limitMs: 20_000, what: 'its end' });
      assert.equal(fixture.core.sessions.get(started.sessionId)?.fellBack, false);
    });
  });

  it('D2: continues the latest conversation only while it is alone in its directory', async () => {
    const cli = join(fixture.home, 'fake agent');
    const fake = { cli, label: 'Fake', resumeFlag: '--again' };
    fixture.set({ providers: { fake, mine: { extends: 'fake' } } });
    const first = await prepare({ providerId: 'mine' });
    await first.launch();
    await untilShown(await watch(first.sessionId), 'args:');
    const resumed = await restart(first);
    await resumed.launch();
    await untilShown(await watch(first.sessionId), '[--again]');
    const other = await prepare({ task: { kind: 'new', name: 'Other' } });
    await other.launch();
    const beside = await restart(first);
    assert.match(beside.notices.join(), /may be another session's, so a new one starts/);
    await beside.launch();
    assert.doesNotMatch(fixture.core.sessions.get(first.sessionId)?.exec ?? '', /--again/);
  });
});
