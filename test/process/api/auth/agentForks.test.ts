import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionView } from '../../../../src/operations/views/sessionView';
import { useApi } from '../../../support/api/useApi';
import { waitFor } from '../../../support/waitFor';

/** An agent that adds a line about its start to a file. */
const AGENT = `#!/bin/sh
if [ "$1" = --version ]; then echo "1.2.3 (Fake)"; exit; fi
echo "agent [$*] [$PERSONS]" >> "$HOME/starts"
while read -r line; do
  [ "$line" = token ] && echo "my token: $AGENT_TERMINALS_TOKEN"
done
`;

/** What only a person may set. */
const PERSONS = {
  autoApprove: true,
  env: { PERSONS: 'secret' },
  extraArgs: ['--persons'],
  shellSetup: 'echo setup >> "$HOME/starts"',
};

describe('a fork of a session with what only the person may set', function () {
  this.timeout(60_000);
  const api = useApi();
  const { call, create } = api;
  let token = '';
  let original = '';

  beforeEach(async () => {
    const cli = join(api.fixture.home, 'agent');
    writeFileSync(cli, AGENT);
    chmodSync(cli, 0o755);
    api.fixture.set({
      agentsMayDrive: true,
      providers: { fake: { cli, autoApproveFlag: '--act' } },
    });
    const [agent] = await startsOf(() => create({ provider: 'fake' }));
    token = await api.driveToken(agent.id);
    const [{ id }, lines] = await startsOf(() => create({ provider: 'fake', ...PERSONS }));
    original = id;
    checkPersons(lines);
  });

  /** Reloads the window, in whose next one the agent and the session start again. */
  async function reload(): Promise<void> {
    await api.fixture.reopen(() => (api.fixture.env['PERSONS'] = PERSONS.env.PERSONS));
    await api.update();
    const [agent] = await startsOf(() => create({ provider: 'fake' }));
    token = await api.driveToken(agent.id);
    const keep = { keepAutoApprove: true };
    const start = await api.core.launcher.prepareRestart(original, keep);
    const [, lines] = await startsOf(() => start.launch());
    checkPersons(lines);
  }

  function readStarts(): readonly string[] {
    const file = join(api.fixture.home, 'starts');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  /** Runs `start`, and returns its session and the lines that it added to the file. */
  async function startsOf<Started>(
    start: () => Promise<Started>,
  ): Promise<readonly [Started, readonly string[]]> {
    const before = readStarts().length;
    const session = await start();
    const added = (): readonly string[] => readStarts().slice(before);
    await waitFor(() => added().some((line) => line.startsWith('agent')), {
      limitMs: 20_000,
      what: () => `the agent to start; there is ${JSON.stringify(added())}`,
    });
    return [session, added()];
  }

  const fork = (id: string, whose: string) =>
    startsOf(async () => {
      const { json } = await call('POST', `/api/sessions/${id}/fork`, { token: whose, body: {} });
      const [forked] = (json as { sessions: SessionView[] }).sessions;
      return forked ?? assert.fail(JSON.stringify(json));
    });

  function checkPersons(lines: readonly string[]): void {
    assert.deepEqual(lines, ['setup', 'agent [--act --persons] [secret]']);
  }

  it('has it all if the person forks', async () => {
    const [{ id }, first] = await fork(original, api.token);
    checkPersons(first);
    const [, second] = await fork(id, api.token);
    checkPersons(second);
  });

  it('has nothing of it if an agent forks, nor has a fork of that fork [S7]', async () => {
    const [{ id }, first] = await fork(original, token);
    assert.deepEqual(first, ['agent [] []']);
    for (const whose of [token, api.token]) {
      const [, second] = await fork(id, whose);
      assert.deepEqual(second, ['agent [] []']);
    }
  });

  it('has all of it or nothing in the next window too [S7]', async () => {
    await reload();
    const [, persons] = await fork(original, api.token);
    checkPersons(persons);
    // Not even a variable that the window itself has.
    const [{ id }, agents] = await fork(original, token);
    assert.deepEqual(agents, ['agent [] []']);
    const [, again] = await fork(id, api.token);
    assert.deepEqual(again, ['agent [] []']);
  });

  it('has nothing of it, and another conversation, if an agent starts it in the same task [S7] [A54]', async () => {
    const named = { task: 'Fix it', provider: 'fake' };
    const [first, lines] = await startsOf(() => create({ ...named, ...PERSONS }));
    checkPersons(lines);
    await api.core.sessions.find(first.id)?.kill();
    const body = { cwd: api.fixture.folder, ...named };
    const [started, added] = await startsOf(async () => {
      const { json } = await call('POST', '/api/sessions', { token, body });
      return json as SessionView;
    });
    assert.notEqual(started.id, first.id);
    assert.deepEqual(started.task, first.task);
    assert.deepEqual(added, ['agent [] []']);
  });
});
