import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useApi } from '../../support/api/useApi';
import { useCommandLine, type RunningProgram } from '../../support/api/useCommandLine';
import { waitFor } from '../../support/waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

interface ForkedTasks {
  readonly forks: readonly {
    readonly task: { readonly name: string };
    readonly sessions: readonly unknown[];
  }[];
}

/** The notice of a fork. */
const FORKED = 'agent-terminals: Fake cannot fork a conversation, so a new one starts.';

describe('agent-terminals', () => {
  const api = useApi();
  const cli = useCommandLine();

  function place(env: Record<string, string> = {}) {
    return { cwd: api.fixture.folder, home: join(api.windows, '..'), env };
  }

  /** Runs the command line to its end, with an empty input. */
  const run = (...args: readonly string[]): Promise<RunningProgram> =>
    cli.start(place(), ...args).finish();

  /** The same, but fails unless the exit code is 0; returns the output. */
  async function runOk(...args: readonly string[]): Promise<string> {
    const { end, stdout, stderr } = await run(...args);
    assert.deepEqual([end, stderr], [0, ''], `${args.join(' ')}: ${stdout}`);
    return stdout;
  }

  async function startAgent(...args: readonly string[]): Promise<string> {
    const id = (await runOk('start', 'fake', '--task', 'One', ...args)).trim();
    await shows(id, 'args:');
    return id;
  }

  async function shows(id: string, words: string): Promise<void> {
    let screen = '';
    await waitFor(
      async () => (screen = await requireSession(api.core.sessions, id).text()).includes(words),
      {
        limitMs: 10_000,
        what: () => `${words} in ${screen}`,
      },
    );
  }

  it('starts an agent, lists it, shows its screen, and kills it', async () => {
    const id = await startAgent('--prompt', "it's $HOME");
    assert.match(id, /^fake-main-/);
    assert.match(await runOk('list'), new RegExp(`^${id}  \\w+  One  ${api.fixture.folder}\n$`));
    const { sessions } = JSON.parse(await runOk('list', '--json')) as {
      sessions: { id: string }[];
    };
    assert.deepEqual(
      sessions.map((session) => session.id),
      [id],
    );
    assert.match(await runOk('screen', id), /args: \[it's \$HOME\]/);
    assert.equal(await runOk('kill', id), '');
    assert.equal(await runOk('list'), '');
  });

  it('starts a program with its arguments, directory, variables and size', async () => {
    const script = 'echo "$1 $WORD in $PWD"; stty size; sleep 60';
    const id = await runOk(
      ...['start', '--env', 'WORD=a=b', '--cols', '90', '--rows', '20', '--label', 'Mine'],
      ...['--json', '--', '/bin/sh', '-c', script, 'sh', '--help'],
    );
    const session = JSON.parse(id) as { id: string; label: string };
    assert.equal(session.label, 'Mine');
    await shows(session.id, `--help a=b in ${api.fixture.folder}`);
    await shows(session.id, '20 90');
  });

  it('prompts an agent by arguments or by standard input', async () => {
    const id = await startAgent();
    await runOk('prompt', id, 'hello', 'there');
    await shows(id, 'heard: hello there');
    const piped = cli.start(place(), 'prompt', id);
    piped.writeInput('from a pipe');
    assert.equal((await piped.finish()).end, 0);
    await shows(id, 'heard: from a pipe');
  });

  it('interrupts an agent', async () => {
    const { id } = await api.sh(
      'trap "echo interrupted" INT; echo ready; while :; do sleep 1; done',
    );
    await shows(id, 'ready');
    await runOk('interrupt', id);
    await shows(id, 'interrupted');
  });

  it('forks a session', async () => {
    const id = await startAgent();
    const { end, stdout, stderr } = await run('fork', id);
    assert.deepEqual([end, stderr], [0, `${FORKED}\n`]);
    const fork = stdout.trim();
    assert.notEqual(fork, id);
    assert.equal(api.core.sessions.get(fork)?.parent, id);
  });

  it('forks all running sessions of a task into a new one', async () => {
    const agent = await startAgent();
    const shell = (await runOk('start', '--task', 'One')).trim();
    await runOk('start', 'fake', '--task', 'Two');
    const forking = await run('fork', '--task', 'One', '--name', 'Copy', '--count', '2');
    assert.deepEqual([forking.end, forking.stderr], [0, `${FORKED}\n`]);
    const forks = forking.stdout
      .trim()
      .split('\n')
      .map((id) => api.core.sessions.get(id));
    assert.deepEqual(
      forks.map((fork) => fork?.parent),
      [agent, shell, agent, shell],
    );
    const printed = JSON.parse(await runOk('fork', '--task', 'Two', '--json')) as ForkedTasks;
    assert.deepEqual(
      printed.forks.map(({ task, sessions }) => [task.name, sessions.length]),
      [['Two fork', 1]],
    );
    const names = api.core.tasks.list().map(({ name }) => name);
    assert.deepEqual(names, ['One', 'Two', 'Copy', 'Copy 2', 'Two fork']);
    const { end, stderr } = await run('fork', agent, '--task', 'One');
    assert.deepEqual([end, /Name one session, or a task/.test(stderr)], [2, true]);
  });

  it('lists providers, and prints why models cannot be listed', async () => {
    assert.match(await runOk('providers'), /^fake +1\.2\.3/m);
    const { end, stdout, stderr } = await run('providers', 'fake');
    assert.deepEqual([end, stdout], [1, '']);
    assert.match(stderr, /fake/i);
  });

  it('waits until a session reaches the target, or returns exit code 1', async () => {
    const { id } = await api.sh('echo ready; read -r line; exit 3');
    await shows(id, 'ready');
    assert.match(await runOk('wait', id, '--for', 'idle', '--timeout', '20'), /idle/);
    const waiting = cli.start(place(), 'wait', id, '--for', 'needsInput');
    const forExit = cli.start(place(), 'wait', id, '--for', 'exit');
    api.core.sessions.find(id)?.write('\r');
    assert.deepEqual([(await waiting.finish()).end, waiting.stdout], [1, 'exited 3\n']);
    assert.equal((await forExit.finish()).end, 0);
  });

  it('prints events until its reader closes the pipe, and then exits silently', async () => {
    const { id } = await api.sh('while read -r line; do echo "$line"; done');
    const events = cli.start(place(), 'events', '--json');
    await events.untilShown('"type":"session"');
    api.core.sessions.find(id)?.write('a line\r');
    await events.untilShown('"data":"a line"');
    events.child.stdout?.destroy();
    const type = setInterval(() => api.core.sessions.find(id)?.write('more\r'), 20);
    await events.ended().finally(() => clearInterval(type));
    assert.deepEqual([events.end, events.stderr], [0, '']);
  });

  it('prints output of a session without its control sequences', async () => {
    const { id } = await api.sh('read -r line; printf "a\\033[2Jb\\n"; sleep 60');
    const events = cli.start(place(), 'events');
    await events.untilShown(id);
    api.core.sessions.find(id)?.write('\r');
    await events.untilShown('b');
    assert.ok(!events.stdout.includes('\x1b'), JSON.stringify(events.stdout));
  });

  it('prints why the event stream was ended', async () => {
    const { id } = await api.sh('sleep 60');
    const events = cli.start(place(), 'events');
    await events.untilShown(id);
    api.fixture.set({ 'api.enabled': false });
    await api.core.api.window.update();
    await events.ended();
    assert.equal(events.end, 3);
    assert.match(events.stderr, /NOT_FOUND/);
    assert.doesNotMatch(events.stdout, /error/);
  });

  describe('ends with', () => {
    const codes: readonly (readonly [number, string, readonly string[], RegExp])[] = [
      [1, 'a session that does not exist', ['screen', 'none'], /SESSION_NOT_FOUND/],
      [2, 'no verb', [], /^$/],
      [2, 'an unknown verb', ['nonsense'], /There is no verb "nonsense"/],
      [2, 'an unknown option', ['list', '--nonsense'], /--nonsense/],
      [2, 'a missing argument', ['attach'], /attach SESSION/],
      [2, 'one argument too many', ['screen', 'a', 'b'], /screen SESSION/],
      [2, 'an invalid number', ['screen', 'a', '--scrollback', 'many'], /--scrollback/],
      [2, 'a negative time limit', ['wait', 'a', '--timeout', '-1'], /--timeout/],
      [2, 'a time limit of 0', ['wait', 'a', '--timeout', '0'], /--timeout/],
      [2, 'two providers', ['start', 'fake', 'more'], /one provider/],
      [2, 'a provider and a program', ['start', 'fake', '--', 'sh'], /one provider/],
      [2, 'a variable without a value', ['start', '--env', 'x'], /NAME=TEXT/],
      [2, 'an unknown provider', ['start', 'nobody'], /PROVIDER_NOT_FOUND/],
      [2, 'a directory that does not exist', ['start', '--cwd', 'nowhere'], /CWD_NOT_FOUND/],
      [2, 'an unknown spawn mode', ['start', '--spawn-mode', 'x'], /BAD_REQUEST.*/],
      [2, 'serve without --stdio', ['serve'], /--stdio/],
      [3, 'a window that does not exist', ['list', '--window', '/'], /NO_WINDOW/],
    ];
    for (const [code, name, args, message] of codes) {
      it(`${code} for ${name}`, async () => {
        const { end, stderr } = await run(...args);
        assert.equal(end, code, stderr);
        assert.match(stderr, message);
      });
    }

    it('3 for several windows, and for one that does not respond', async () => {
      const name = readdirSync(api.windows).find((one) => one.endsWith('.json')) ?? '';
      const text = readFileSync(join(api.windows, name), 'utf8');
      const socket = join(api.windows, 'gone.sock');
      const unreachable = { ...(JSON.parse(text) as object), socket };
      writeFileSync(join(api.windows, 'other.json'), text);
      assert.match((await run('list')).stderr, /SEVERAL_WINDOWS/);
      writeFileSync(join(api.windows, 'other.json'), '');
      writeFileSync(join(api.windows, name), JSON.stringify(unreachable));
      const { end, stderr } = await run('list', '--json');
      assert.equal(end, 3);
      const { error } = JSON.parse(stderr) as { error: { code: string } };
      assert.equal(error.code, 'UNREACHABLE');
    });

    it('3 for a window whose API is off, also if its address is known', async () => {
      const { id } = await api.sh('sleep 60');
      const address = { AGENT_TERMINALS_SOCKET: api.socket, AGENT_TERMINALS_TOKEN: api.token };
      const env = { ...address, AGENT_TERMINALS_PTY_ID: 'fake-main-x' };
      api.fixture.set({ 'api.enabled': false });
      await api.core.api.window.update();
      for (const verb of [['list'], ['screen', id], ['attach', id]]) {
        const { end, stderr } = await cli.start(place(env), ...verb).finish();
        assert.deepEqual([verb, end], [verb, 3], stderr);
        assert.match(stderr, /agentTerminals\.api\.enabled is off\. \(NOT_FOUND\)/);
      }
      assert.match((await run('list')).stderr, /NO_WINDOW/);
    });

    it('4 for an agent that may not drive, also with its own address and token', async () => {
      const id = await startAgent();
      const agent = place({ AGENT_TERMINALS_PTY_ID: id });
      const { end, stderr } = await cli.start(agent, 'list').finish();
      assert.equal(end, 4);
      assert.match(stderr, /agentTerminals\.agentsMayDrive/);
      const token = await api.hookToken(id);
      const env = { AGENT_TERMINALS_SOCKET: api.socket, AGENT_TERMINALS_TOKEN: token };
      const program = cli.start(place({ ...env, AGENT_TERMINALS_PTY_ID: id }), 'list');
      assert.equal((await program.finish()).end, 4);
    });

    it('5 for a wait that exceeds its time limit', async () => {
      const { id } = await api.sh('sleep 60');
      const { end, stderr } = await run('wait', id, '--for', 'needsInput', '--timeout', '0.2');
      assert.equal(end, 5);
      assert.match(stderr, /TIMEOUT/);
    });
  });

  it('prints help without a window', async () => {
    for (const args of [['--help'], ['help', 'ask'], ['serve', '--help']]) {
      const { end, stdout } = await cli.start({ cwd: '/', home: '/nowhere' }, ...args).finish();
      assert.equal(end, 0);
      assert.match(stdout, /usage: agent-terminals/);
    }
  });
});
