import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionView } from '../../../src/api/sessions/sessionView';
import { CLAUDE_LIKE } from '../../support/agents/claudeLike';
import { useApi } from '../../support/api/useApi';
import { useRepository } from '../../support/api/useRepository';
import { waitFor } from '../../support/waitFor';

const PERSISTENCES = ['window', 'tmux', 'host'] as const;

/** An agent whose forks fail once they are told to. */
const FAILING_FORKS = CLAUDE_LIKE.replace(
  'echo "began by $1"',
  `echo "agent in $(pwd -P)"
if [ "$3" = --fork-session ]; then
  while [ ! -e "$HOME/fail" ]; do sleep 0.05; done
  exit 1
fi`,
);

describe('a directory that is replaced by a link after a start was answered', function () {
  this.timeout(60_000);
  const api = useApi();
  const git = useRepository(() => api.fixture);
  let inside = '';
  let outside = '';

  const begin = async (body: object): Promise<SessionView> => {
    const all = { provider: 'fake', task: 'T', cwd: inside, ...body };
    const request = { token: api.folderToken, body: all };
    const { status, json, text } = await api.call('POST', '/api/sessions', request);
    assert.equal(status, 201, text);
    return json as SessionView;
  };

  const replace = (): void => {
    renameSync(inside, `${inside}.old`);
    symlinkSync(outside, inside);
  };

  const hasEnded = (id: string): boolean => api.core.sessions.get(id)?.state === 'terminated';

  /** What a session shows of its start: that it runs somewhere, or was refused. In between there is no directory. */
  const startOf = async (id: string): Promise<string> => {
    let text = '';
    await waitFor(
      async () => {
        const isOver = hasEnded(id);
        ({ text } = await api.call('GET', `/api/sessions/${id}/screen`));
        return /agent in|was replaced/.test(text) || isOver;
      },
      { limitMs: 30_000, what: () => `the start of ${id}; it shows ${text}` },
    );
    return text;
  };

  beforeEach(() => {
    inside = join(api.fixture.folder, 'inside');
    outside = api.makeDirectory('outside');
    mkdirSync(inside);
  });

  for (const persistence of PERSISTENCES) {
    it(`is not where the program starts: ${persistence} [A42]`, async () => {
      for (const name of ['one', 'two', 'three']) {
        inside = join(api.fixture.folder, name);
        mkdirSync(inside);
        const { id } = await begin({ persistence, task: name });
        replace();
        const text = await startOf(id);
        assert.ok(!text.includes(`agent in ${outside}`), text);
        await api.core.sessions.kill(id);
      }
    });

    it(`is not where the new conversation of a failed fork starts: ${persistence} [A42]`, async () => {
      const { home } = api.fixture;
      const cli = join(home, 'claude-like');
      writeFileSync(cli, FAILING_FORKS, { mode: 0o755 });
      api.fixture.set({ providers: { claude: { cli } } });
      const { id } = await begin({ provider: 'claude', persistence });
      await api.shows(id, 'agent in');
      await api.call('POST', `/api/sessions/${id}/input`, { body: { data: 'hello\r' } });
      await api.shows(id, 'heard hello');
      const request = { token: api.folderToken, body: {} };
      const forked = await api.call('POST', `/api/sessions/${id}/fork`, request);
      const [fork] = (forked.json as { sessions: SessionView[] }).sessions;
      assert.ok(fork, forked.text);
      await api.shows(fork.id, `agent in ${inside}`);
      replace();
      writeFileSync(join(home, 'fail'), '');
      await api.shows(fork.id, `${inside} was replaced`);
    });

    it(`is not where the person's restart begins: ${persistence} [A42]`, async () => {
      const { id } = await begin({ persistence });
      await api.shows(id, 'agent in');
      await api.core.sessions.kill(id);
      replace();
      await (await api.core.agents.prepareRestart(id)).launch();
      assert.match(await startOf(id), /inside was replaced/);
      await api.core.sessions.kill(id);
      // The directory itself is back.
      unlinkSync(inside);
      renameSync(`${inside}.old`, inside);
      await (await api.core.agents.prepareRestart(id)).launch();
      await api.shows(id, `agent in ${inside}`);
    });
  }

  it('is not where git runs for a fork with a worktree [A42]', async () => {
    const link = join(api.fixture.folder, 'link');
    symlinkSync(inside, link);
    const { id, workDir } = await begin({ cwd: link });
    assert.equal(workDir, inside);
    await api.shows(id, 'agent in');
    const ran = join(outside, 'ran');
    git('-C', outside, 'init', '-q');
    git('-C', outside, 'config', 'core.fsmonitor', `touch ${ran}; false`);
    unlinkSync(link);
    symlinkSync(outside, link);
    const request = { token: api.folderToken, body: { worktree: true } };
    const { status, code } = await api.call('POST', `/api/sessions/${id}/fork`, request);
    assert.deepEqual([status, code], [403, 'SESSION_USER_MISMATCH']);
    assert.ok(!existsSync(ran));
  });
});
