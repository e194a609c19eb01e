import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedStart } from '../../../../src/agents/preparedStart';
import type { AgentOptions } from '../../../../src/agents/startRequests';
import { SessionError } from '../../../../src/base/errors';
import { CLAUDE_LIKE } from '../../../support/agents/claudeLike';
import { useCore } from '../../../support/agents/useCore';
import { useApi } from '../../../support/api/useApi';
import { useSessionHost } from '../../../support/host/useSessionHost';
import { waitFor } from '../../../support/waitFor';

/** Adds a line about its start to a file: its parent, which may be a shell, arguments and variables. */
const AGENT = `#!/bin/sh
if [ "$1" = --version ]; then echo "1.2.3 (Fake)"; exit; fi
echo "under $(ps -o comm= -p $PPID) with [$*] one=$ONE two=$TWO" >> "$HOME/starts"
while read -r line; do :; done
`;

const SECRET = 'sk-secret-1';

const OPTIONS = {
  model: 'opus',
  autoApprove: true,
  extraArgs: ['--dir', "it's $HOME"],
  env: { ONE: SECRET, TWO: '2' },
  shellSetup: 'echo setup >> "$HOME/starts"',
} as const satisfies AgentOptions;

const BEGUN = [
  'setup',
  `under bash with [--act --model opus --dir it's $HOME] one=${SECRET} two=2`,
];
const TASK = { kind: 'new', name: 'Fix it' } as const;

describe('the options of a start', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  const fixture = useCore();
  let count = 0;

  beforeEach(() => {
    count = 0;
    writeFileSync(join(fixture.home, 'agent'), AGENT, { mode: 0o755 });
    define();
  });

  /** Defines the provider, with variables of the settings. */
  function define(env: Readonly<Record<string, string>> = {}): void {
    const cli = join(fixture.home, 'agent');
    const flags = { autoApproveFlag: '--act', modelFlag: '--model' };
    fixture.set({ providers: { fake: { cli, label: 'Fake', ...flags, env } } });
  }

  /** Launches, and returns the lines that the start has added to the file. */
  async function begin(prepared: PreparedStart): Promise<readonly string[]> {
    const { id } = await prepared.launch();
    const file = join(fixture.home, 'starts');
    const lines = (): readonly string[] =>
      existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(count, -1) : [];
    await waitFor(() => lines().some((line) => line.startsWith('under')), {
      limitMs: 10_000,
      what: () => `the agent of ${id} to start; there is ${JSON.stringify(lines())}`,
    });
    const added = lines();
    count += added.length;
    return added;
  }

  const prepare = (options: AgentOptions = {}) => fixture.prepare({ task: TASK, options });
  const keep = { keepAutoApprove: true };
  const restart = (id: string, options = {}) => fixture.core.launcher.prepareRestart(id, options);
  const storedFile = () => readFileSync(join(fixture.home, 'storage', 'tasks.json'), 'utf8');

  it('hold for a restart and for forks, with the values of variables while the window lives', async () => {
    const start = await prepare(OPTIONS);
    const id = start.sessionId;
    assert.deepEqual(await begin(start), BEGUN);
    assert.deepEqual(await begin(await restart(id, keep)), BEGUN);
    for (const task of [undefined, { kind: 'new', name: 'In a worktree' } as const]) {
      const fork = await fixture.core.launcher.prepareFork(id, { task, ...keep });
      assert.deepEqual(await begin(fork), BEGUN);
      assert.deepEqual(await begin(await restart(fork.sessionId, keep)), BEGUN);
    }
  });

  it('hold after a reload for a restart, a start in the same task and forks; only variables are missing', async () => {
    const start = await prepare(OPTIONS);
    const id = start.sessionId;
    await begin(start);
    await fixture.reopen();
    const text = storedFile();
    assert.ok(!text.includes(SECRET) && text.includes('"ONE"'), text);

    const bare = ['setup', "under bash with [--act --model opus --dir it's $HOME] one= two="];
    const again = await restart(id, keep);
    assert.match(again.notices.join('\n'), /^Fake starts without ONE, TWO: [^\n]*$/);
    assert.deepEqual(await begin(again), bare);
    const fork = await fixture.core.launcher.prepareFork(id, keep);
    assert.deepEqual(await begin(fork), bare);

    define({ TWO: 'set' });
    fixture.set({ autoApprove: true });
    await fixture.reopen(() => (fixture.env['ONE'] = 'window'));
    const full = [bare[0], bare[1]?.replace('one= two=', 'one=window two=set')];
    for (const next of [await restart(id), await restart(fork.sessionId)]) {
      assert.deepEqual(next.notices, []);
      assert.deepEqual(await begin(next), full);
    }
    await fixture.core.sessions.find(id)?.kill();
    const resumed = await prepare();
    assert.equal(resumed.sessionId, id);
    assert.deepEqual(await begin(resumed), full);
  });

  it('of another start in the task replace those that it gives', async () => {
    const start = await prepare(OPTIONS);
    await begin(start);
    await fixture.core.sessions.find(start.sessionId)?.kill();
    const other = await prepare({ model: 'haiku', env: { TWO: '3' }, shellSetup: '' });
    assert.equal(other.sessionId, start.sessionId);
    assert.deepEqual(await begin(other), [
      "under bash with [--model haiku --dir it's $HOME] one= two=3",
    ]);
    await fixture.core.sessions.find(start.sessionId)?.kill();
    const fresh = await prepare({ fresh: true });
    assert.equal(fresh.sessionId, start.sessionId);
    assert.deepEqual(await begin(fresh), ['under bash with [] one= two=']);
  });

  it('hold for a conversation that its agent resumes', async () => {
    const cli = join(fixture.home, 'agent');
    const log = `[ "$1" = --version ] || echo "under with $*" >> "$HOME/starts"`;
    writeFileSync(cli, CLAUDE_LIKE.replace('\n', `\n${log}\n`));
    fixture.set({ providers: { claude: { cli } } });
    const options = { model: 'opus', extraArgs: ['--verbose'] };
    const start = await fixture.prepare({ providerId: 'claude', task: TASK, options });
    const [begun = ''] = await begin(start);
    const seen = await fixture.watch(start.sessionId);
    fixture.core.sessions.find(start.sessionId)?.write('apples\r');
    await fixture.untilShown(seen, 'heard apples');
    await fixture.reopen();
    const [resumed] = await begin(await restart(start.sessionId));
    assert.match(begun, /--session-id .*--model opus --verbose/);
    assert.equal(resumed, begun.replace('--session-id', '--resume'));
  });

  it('include how the agent is spawned, and what holds its session', async () => {
    fixture.extensionPath = host.extensionPath;
    await fixture.reopen();
    const start = await prepare({ spawnMode: 'direct', persistence: 'host' });
    const id = start.sessionId;
    const [begun = ''] = await begin(start);
    assert.doesNotMatch(begun, /under (ba)?sh /);
    await fixture.core.sessions.find(id)?.kill();
    await fixture.reopen();
    const again = await restart(id);
    assert.deepEqual(await begin(again), [begun]);
    assert.equal(fixture.core.sessions.get(id)?.persistence, 'host');
    const fork = await fixture.core.launcher.prepareFork(id);
    assert.deepEqual(await begin(fork), [begun]);
    assert.equal(fixture.core.sessions.get(fork.sessionId)?.persistence, 'host');
    await Promise.all(
      [id, fork.sessionId].map(async (one) => fixture.core.sessions.find(one)?.kill()),
    );
  });

  for (const how of ['option', 'argument'] as const) {
    it(`do not act without requesting permission once the settings forbid it, until a person allows it: ${how}`, async () => {
      fixture.set({ autoApprove: true });
      const start = await prepare(
        how === 'option' ? { autoApprove: true } : { extraArgs: ['--act', '--else'] },
      );
      const id = start.sessionId;
      const begun = await begin(start);
      assert.match(begun.join(), /--act/);
      fixture.set({ autoApprove: false });
      await fixture.reopen();
      const started = await prepare();
      assert.match(started.notices.join(), /requests permission now, although/);
      started.discard();
      const decided = await prepare({ autoApprove: false });
      assert.deepEqual(decided.notices, []);
      decided.discard();
      const allowed = (one: PreparedStart) =>
        begin(one).then((lines) => /--act/.test(lines.join()));
      assert.equal(await allowed(await restart(id, keep)), true);
      assert.equal(await allowed(await fixture.core.launcher.prepareFork(id, keep)), true);
      assert.equal(await allowed(await fixture.core.launcher.prepareFork(id)), false);
      const refused = await begin(await restart(id));
      assert.deepEqual(refused, [begun.join().replace(/(--act ?)+/, '')]);
      await fixture.reopen();
      assert.equal(await allowed(await restart(id, keep)), false);
    });
  }

  it('stay while the provider is removed from the settings, which a restart reports', async () => {
    const start = await prepare({ extraArgs: ['--mine'] });
    const begun = await begin(start);
    await fixture.reopen();
    fixture.set({ providers: {} });
    await assert.rejects(
      restart(start.sessionId),
      (error) => SessionError.is(error, 'PROVIDER_NOT_FOUND') && /"fake"/.test(error.message),
    );
    define();
    assert.deepEqual(await begin(await restart(start.sessionId)), begun);
  });

  it('of a start that was discarded are not kept', async () => {
    const start = await prepare({ extraArgs: ['--mine'] });
    const begun = await begin(start);
    await fixture.core.sessions.find(start.sessionId)?.kill();
    (await prepare({ extraArgs: ['--other'] })).discard();
    assert.deepEqual(await begin(await restart(start.sessionId)), begun);
  });

  it('that are too long to be stored hold while the window lives, which a notice states', async () => {
    const long = 'x'.repeat(40_000);
    const start = await prepare({ extraArgs: [long] });
    assert.match(start.notices.join(), /^The options of Fake are too long to be stored: /);
    const begun = await begin(start);
    assert.deepEqual(await begin(await restart(start.sessionId)), begun);
    await fixture.reopen();
    assert.ok(!storedFile().includes(long));
    assert.deepEqual(await begin(await restart(start.sessionId)), ['under bash with [] one= two=']);
  });

  /** Changes the stored conversation, as another version of the extension may have written it. */
  async function rewrite(change: (conversation: Record<string, unknown>) => object): Promise<void> {
    await fixture.reopen(() => {
      const file = JSON.parse(storedFile()) as {
        tasks: { conversations: Record<string, unknown>[] }[];
      };
      const tasks = file.tasks.map((task) => ({
        ...task,
        conversations: task.conversations.map(change),
      }));
      const path = join(fixture.home, 'storage', 'tasks.json');
      writeFileSync(path, JSON.stringify({ ...file, tasks }));
    });
  }

  it('of an older version, which stored none, are those of the settings', async () => {
    const start = await prepare(OPTIONS);
    await begin(start);
    await rewrite(({ options: _options, ...older }) => older);
    const again = await restart(start.sessionId);
    assert.deepEqual(again.notices, []);
    assert.deepEqual(await begin(again), ['under bash with [] one= two=']);
  });

  it('of another version apply as far as they can be read, and none of them is lost', async () => {
    const start = await prepare({ extraArgs: ['--mine'], model: 'opus' });
    await begin(start);
    const odd = { persistence: 'moon', spawnMode: 5, envNames: ['A=B'], effort: 'high' };
    await rewrite((one) => ({ ...one, options: { extraArgs: ['--mine'], ...odd }, branch: 'b' }));
    // Any change writes the file.
    await fixture.core.tasks.create({ name: 'x', folder: 'file:///x', cwd: '/x' });
    assert.ok(storedFile().includes('moon'));
    const again = await restart(start.sessionId);
    assert.match(
      again.notices.join('\n'),
      /^Fake starts without its stored spawnMode, persistence, envNames, which [^\n]*$/,
    );
    assert.deepEqual(await begin(again), ['under bash with [--mine] one= two=']);
    await fixture.core.tasks.flush();
    const [task] = fixture.core.tasks.list();
    const [kept] = task?.conversations ?? [];
    assert.deepEqual(kept?.options, { extraArgs: ['--mine'], effort: 'high' });
    assert.equal((kept as { branch?: unknown }).branch, 'b');
  });
});

describe('the options of a shell', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  const api = useApi();

  it('have no command: one with effects does not run twice, and its arguments are not stored', async () => {
    const { fixture } = api;
    const ran = join(fixture.home, 'ran');
    const { id } = await api.sh(`echo ${SECRET} >> '${ran}'; read -r line`);
    const lines = () => (existsSync(ran) ? readFileSync(ran, 'utf8').trim().split('\n') : []);
    await waitFor(() => lines().length === 1, { limitMs: 10_000, what: 'the command to run' });
    await (await fixture.core.launcher.prepareRestart(id)).launch();
    const seen = await fixture.watch(id);
    fixture.core.sessions.find(id)?.write('echo "shell $((1 + 1))"\r');
    await fixture.untilShown(seen, 'shell 2');
    assert.deepEqual(lines(), [SECRET]);
    await fixture.core.tasks.flush();
    const stored = readFileSync(join(fixture.home, 'storage', 'tasks.json'), 'utf8');
    assert.ok(stored.includes(id) && !stored.includes(SECRET), stored);
  });

  it('hold for a restart: its variables, and what holds its session', async () => {
    const { fixture } = api;
    fixture.extensionPath = host.extensionPath;
    await fixture.reopen();
    await api.update();
    const { id } = await api.create({ env: { ONE: 'given' }, persistence: 'host' });
    await (await fixture.core.launcher.prepareRestart(id)).launch();
    const seen = await fixture.watch(id);
    fixture.core.sessions.find(id)?.write('echo "one is $ONE"\r');
    await fixture.untilShown(seen, 'one is given');
    assert.equal(fixture.core.sessions.get(id)?.persistence, 'host');
    await fixture.core.sessions.find(id)?.kill();
  });
});
