import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { StartedSessionView } from '../../../src/operations/views/sessionView';
import { createExtensionApi } from '../../../src/extensionApi';
import { useClaudeLike } from '../../support/agents/useClaudeLike';
import { useApi } from '../../support/api/useApi';

const REPLACED = 'The CLI of Work cannot be run, so Claude Code starts instead.';
const WITHOUT =
  /^Claude Code( fork)* starts without ONE: values of variables are not stored\. [^\n]*$/;

describe('the notices of a start by a program', function () {
  this.timeout(60_000);
  const api = useApi();
  useClaudeLike(api.fixture);
  let shown: string[];

  beforeEach(() => {
    const claude = { cli: join(api.fixture.home, 'claude-like') };
    const work = { extends: 'claude', label: 'Work', cli: '/no/such/cli', fallback: 'claude' };
    api.fixture.set({ providers: { claude, work } });
    watch();
  });

  /** Collects what the window shows to the person from now on. */
  function watch(): void {
    shown = [];
    api.core.notices.onDidNotice((notice) => shown.push(notice));
  }

  /** A running session whose variable has no value any more. */
  async function resumeAfterReload(): Promise<StartedSessionView> {
    const { id } = await api.create({ provider: 'claude', task: 'One', env: { ONE: '1' } });
    await api.shows(id, 'began by');
    await api.fixture.reopen();
    await api.update();
    watch();
    return (await api.call('POST', `/api/conversations/${id}/resume`, { body: {} }))
      .json as StartedSessionView;
  }

  const extensionAgents = () => createExtensionApi(api.core, Promise.resolve()).agents;

  it('are shown to the person once, and returned', async () => {
    const { notices } = (await api.create({ provider: 'work' })) as StartedSessionView;
    assert.deepEqual([notices, shown], [[REPLACED], [REPLACED]]);
    const other = (await api.create({ provider: 'claude' })) as StartedSessionView;
    assert.deepEqual([other.notices, shown], [[], [REPLACED]]);
  });

  it('are those of a resume and of forks as well; a session that runs has none', async () => {
    const { id, notices } = await resumeAfterReload();
    assert.equal(notices.length, 1);
    assert.match(notices.join(), WITHOUT);
    const again = await api.call('POST', `/api/conversations/${id}/resume`, { body: {} });
    assert.deepEqual((again.json as StartedSessionView).notices, []);
    const fork = await api.call('POST', `/api/sessions/${id}/fork`, { body: {} });
    const { sessions } = fork.json as { readonly sessions: readonly StartedSessionView[] };
    const task = await api.call('POST', '/api/tasks/One/fork', { body: {} });
    const { forks } = task.json as {
      readonly forks: readonly { readonly sessions: readonly StartedSessionView[] }[];
    };
    const forked = [...sessions, ...forks.flatMap((one) => one.sessions)];
    assert.equal(forked.length, 3);
    forked.forEach((one) => assert.match(one.notices[0] ?? '', WITHOUT));
    assert.deepEqual(shown, [...notices, ...forked.flatMap((one) => one.notices)]);
  });

  it('are shown for another extension', async () => {
    const request = {
      folder: api.fixture.folderRef(),
      task: { kind: 'new', name: 'Two' },
    } as const;
    const conversation = { conversation: 'auto', options: {} } as const;
    await extensionAgents().start({ ...request, ...conversation, providerId: 'work' });
    assert.deepEqual(shown, [REPLACED]);
    const { id } = await resumeAfterReload();
    await extensionAgents().fork(id);
    shown.slice(0, 2).forEach((notice) => assert.match(notice, WITHOUT));
    assert.match(
      shown.slice(2).join('\n'),
      /^The conversation of Claude Code has no history to fork/,
    );
  });
});
