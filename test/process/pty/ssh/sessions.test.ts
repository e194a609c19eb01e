import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../../../../scripts/lib/findOnPath.mjs';
import type { PreparedStart } from '../../../../src/agents/preparedStart';
import type { SshTarget } from '../../../../src/pty/ssh/sshLine';
import { remoteDirectoriesOf } from '../../../support/pty/remoteDirectories';
import { useCore, type Seen } from '../../../support/agents/useCore';
import { useSshd } from '../../../support/pty/useSshd';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 15_000;

describe('A session over SSH', function () {
  this.timeout(60_000);
  const sshd = useSshd();
  const fixture = useCore();
  let seen: Seen = { text: '' };

  async function start(options: Partial<SshTarget> = {}, prompt = ''): Promise<PreparedStart> {
    const ssh = { target: 'host', sshArgs: sshd.sshArgs, ...options };
    const prepared = await fixture.prepare({ options: { prompt, ssh } });
    await prepared.launch({ cols: 100, rows: 30 });
    seen = await fixture.watch(prepared.sessionId);
    return prepared;
  }

  const info = ({ sessionId }: PreparedStart) => fixture.core.sessions.get(sessionId);
  const type = ({ sessionId }: PreparedStart, text: string) =>
    fixture.core.sessions.find(sessionId)?.write(text);
  const untilShown = (words: string) => fixture.untilShown(seen, words);

  async function endAgent(prepared: PreparedStart, code = 0): Promise<void> {
    type(prepared, `exit${code}\r`);
    await waitFor(() => info(prepared)?.agentExitCode === code, {
      limitMs: LIMIT_MS,
      what: () => `the agent's status; it shows ${JSON.stringify(seen.text)}`,
    });
  }

  async function ends(prepared: PreparedStart, code: number): Promise<void> {
    await waitFor(() => info(prepared)?.state === 'terminated', {
      limitMs: LIMIT_MS,
      what: () => `the end of the session; it shows ${JSON.stringify(seen.text)}`,
    });
    assert.equal(info(prepared)?.exitCode, code);
  }

  it('runs the agent on the host, reports its status, and continues as a login shell', async () => {
    const prepared = await start();
    await untilShown(`agent in ${sshd.home} size 30 100 args:`);
    assert.deepEqual(
      [info(prepared)?.kind, fixture.core.ptys.getPtyKind(prepared.sessionId)],
      ['ssh', 'ssh'],
    );
    await endAgent(prepared, 3);
    assert.equal(info(prepared)?.exitCode, null);
    type(prepared, 'shopt -q login_shell && echo login-$((40+2)); exit 7\r');
    await untilShown('login-42');
    await ends(prepared, 7);
    assert.deepEqual(info(prepared)?.notices, []);
    const { sessionId } = prepared;
    const logged = fixture.log.filter((line) => / code \d+\.$/.test(line));
    assert.deepEqual(logged, [
      `The agent of ${sessionId} exited with code 3.`,
      `Session ${sessionId} ended with code 7.`,
    ]);
    assert.equal(info(prepared)?.label, 'Fake on host');
  });

  const WORDS = ["it's", '$HOME', '$(id)', '`id`', 'a; b', 'two\nlines', 'ü 🙂', 'a\\b', '"!"'];
  for (const shell of ['bash', 'zsh', 'fish', 'sh']) {
    it(`passes the prompt to the agent unchanged: ${shell}`, async function () {
      const path = findOnPath([shell]);
      if (!path) {
        this.skip();
      }
      const alias = `host-${shell}`;
      await sshd.start(alias, [`SetEnv HOME=${sshd.home} SHELL=${path}`]);
      const prepared = await start({ target: alias }, WORDS.join(' '));
      await untilShown('agent in ');
      await untilShown(`[${WORDS.join(' ').replace('\n', '\r\n')}]\r\n`);
      await endAgent(prepared);
      type(prepared, 'exit 0\r');
      await ends(prepared, 0);
    });
  }

  it('sets the environment on the host, but on no command line', async () => {
    const secret = `it's-$(secret)-${process.pid}`;
    fixture.set({ envPassthrough: ['ANTHROPIC_API_KEY'] });
    fixture.env['ANTHROPIC_API_KEY'] = secret;
    fixture.env['OPENAI_API_KEY'] = 'of another vendor';
    Object.assign(fixture.env, { HTTP_PROXY: 'http://127.0.0.1:1', SSH_AUTH_SOCK: '/no/agent' });
    const prepared = await start();
    await untilShown('agent in');
    assert.ok(
      !execFileSync('ps', ['-eo', 'args']).toString().includes(secret),
      'ps shows the secret',
    );
    await endAgent(prepared);
    const line = `echo "[$ANTHROPIC_API_KEY|$OPENAI_API_KEY$HTTP_PROXY|$SSH_AUTH_SOCK|$AGENT_TERMINALS_PTY_ID]"`;
    type(prepared, `${line}\r`);
    await untilShown(`[${secret}|||${prepared.sessionId}]`);
    const modes = remoteDirectoriesOf(fixture.home).map((path) => statSync(path).mode & 0o777);
    assert.deepEqual(modes, [0o700]);
    type(prepared, 'exit\r');
    await ends(prepared, 0);
  });

  it('logs in with the keys of an SSH agent, and forwards the agent only with -A', async () => {
    const socket = join(sshd.directory, 'agent');
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'pipe' });
    try {
      // It prints its address once it listens; the socket exists a moment before.
      await once(agent.stdout, 'data');
      const env = { ...process.env, SSH_AUTH_SOCK: socket };
      execFileSync('ssh-add', ['-q', join(sshd.directory, 'user')], { env });
      fixture.env['SSH_AUTH_SOCK'] = socket;
      const line = 'echo "[${SSH_AUTH_SOCK:+lent}]"; exit';
      const ofAgent = ['-o', 'IdentitiesOnly=no', '-o', 'IdentityFile=/dev/null'];
      const sshArgs = [...ofAgent, ...sshd.sshArgs];
      await ends(await start({ sshArgs, remoteInitCommand: line }), 0);
      assert.match(seen.text, /\[\]/);
      await ends(await start({ sshArgs: ['-A', ...sshArgs], remoteInitCommand: line }), 0);
      assert.match(seen.text, /\[lent\]/);
    } finally {
      agent.kill();
    }
  });

  it('leaves no directory on the host', async () => {
    const prepared = await start();
    await untilShown('agent in');
    const [directory = ''] = remoteDirectoriesOf(fixture.home);
    assert.ok(!readdirSync(directory).includes('env'));
    await endAgent(prepared);
    type(prepared, 'exit\r');
    await ends(prepared, 0);
    assert.ok(!existsSync(directory));
  });

  it('works in the given directory of the host', async () => {
    mkdirSync(join(sshd.home, "it's $HOME"), { recursive: true });
    const prepared = await start({ remoteCwd: "~/it's $HOME" });
    await untilShown(`agent in ${sshd.home}/it's $HOME size`);
    await fixture.core.sessions.find(prepared.sessionId)?.kill();
  });

  it('reports that the directory does not exist, and starts no agent', async () => {
    const prepared = await start({ remoteCwd: '/no/such' });
    await untilShown('[/no/such is not a directory on host, so the agent was not started');
    await ends(prepared, 1);
    assert.doesNotMatch(seen.text, /agent in/);
  });

  it('ends with the status of the agent with afterExit keep', async () => {
    fixture.set({ afterExit: 'keep' });
    const prepared = await start();
    await untilShown('agent in');
    // The status with which ssh itself ends after a failure.
    type(prepared, 'exit255\r');
    await ends(prepared, 255);
    assert.deepEqual([info(prepared)?.agentExitCode, info(prepared)?.notices], [255, []]);
  });

  it('runs the command of the person instead of the agent', async () => {
    const prepared = await start({ remoteInitCommand: 'echo "it is $((40+2))"; exit 5' });
    await untilShown('it is 42');
    await ends(prepared, 5);
  });

  describe('with shared connections', () => {
    const socket = () => join(sshd.directory, 'shared.sock');

    before(async () => {
      const { port } = await sshd.start('alone', []);
      sshd.name('shared', port, ['ControlMaster auto', `ControlPath ${socket()}`]);
    });

    /** The person's own `ssh`, which echoes its input. */
    async function connect() {
      const own = spawn('ssh', [...sshd.sshArgs, 'shared', 'echo there; exec cat'], {
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      await once(own.stdout, 'data');
      const repeats = async (word: string): Promise<void> => {
        own.stdin.write(word);
        assert.equal(
          String(await Promise.race([once(own.stdout, 'data'), once(own, 'exit')])),
          word,
        );
      };
      const end = async (): Promise<void> => {
        const ended = once(own, 'exit');
        own.kill();
        await ended;
      };
      return { repeats, end };
    }

    for (const [what, given] of [
      ['an agent', {}],
      ['the command of the person', { remoteInitCommand: 'echo agent in; exec cat' }],
    ] as const) {
      it(`does not end the connection of others with its own, and uses an existing one: ${what}`, async () => {
        const ours = await start({ ...given, target: 'shared' });
        await untilShown('agent in');
        assert.equal(existsSync(socket()), false, 'it is not a master connection');
        const own = await connect();
        try {
          await fixture.core.sessions.find(ours.sessionId)?.kill();
          await own.repeats('once');
          const before = sshd.connections();
          const second = await start({ ...given, target: 'shared' });
          await untilShown('agent in');
          const added = sshd.connections().filter((one) => !before.includes(one));
          assert.deepEqual(added, [], 'it has no connection of its own');
          await fixture.core.sessions.find(second.sessionId)?.kill();
          await own.repeats('twice');
        } finally {
          await own.end();
        }
      });
    }
  });

  it('runs ssh -tt {sshArgs...} {target} {remoteInitCommand} with startSshPty', async () => {
    const id = 'fake-chat-ssh9';
    const pty = await fixture.core.ptys.startSshPty({
      id,
      target: 'host',
      sshArgs: sshd.sshArgs,
      remoteInitCommand: 'tty && read -r line && echo "heard $line"',
    });
    assert.equal(
      pty.process,
      ['ssh', '-tt', ...sshd.sshArgs, 'host', 'tty && read -r line && echo "heard $line"'].join(
        ' ',
      ),
    );
    const output = fixture.watchPty(pty);
    await fixture.untilShown(output, '/dev/pts/');
    pty.write('hello\r');
    await fixture.untilShown(output, 'heard hello');
    assert.equal(fixture.core.ptys.getPtyKind(id), 'ssh');
  });

  it('is a plain login shell on the host without a command', async () => {
    const id = 'shell-chat-ssh1';
    const pty = await fixture.core.ptys.startSshPty({ id, target: 'host', sshArgs: sshd.sshArgs });
    const output = fixture.watchPty(pty);
    pty.write('shopt -q login_shell && echo "login in $HOME"; exit 9\r');
    await fixture.untilShown(output, `login in ${sshd.home}`);
    await waitFor(() => fixture.core.sessions.get(id)?.exitCode === 9, {
      limitMs: LIMIT_MS,
      what: 'the end of the session',
    });
    assert.ok(fixture.log.includes(`Session ${id} ended with code 9.`), fixture.log.join('\n'));
  });

  it('runs on the same host again after a restart', async () => {
    const prepared = await start();
    await untilShown('agent in');
    const again = await fixture.core.launcher.prepareRestart(prepared.sessionId);
    await again.launch();
    seen = await fixture.watch(again.sessionId);
    await untilShown(`agent in ${sshd.home}`);
    assert.equal(info(again)?.kind, 'ssh');
    await fixture.reopen();
    const later = await fixture.core.launcher.prepareRestart(prepared.sessionId);
    await later.launch();
    seen = await fixture.watch(later.sessionId);
    await untilShown(`agent in ${sshd.home}`);
  });

  it('has its arguments and the names of its variables again after a reload', async () => {
    const ssh = { target: 'host', sshArgs: sshd.sshArgs };
    const options = { ssh, extraArgs: ['--mine'], env: { GIVEN: 'first' } };
    const prepared = await fixture.prepare({ options });
    for (const value of ['first', 'second']) {
      const { sessionId } = prepared;
      const next =
        value === 'first' ? prepared : await fixture.core.launcher.prepareRestart(sessionId);
      assert.deepEqual(next.notices, []);
      await next.launch();
      seen = await fixture.watch(sessionId);
      await untilShown('args: [--mine]');
      await endAgent(next);
      type(next, 'echo "given is $GIVEN"\r');
      await untilShown(`given is ${value}`);
      await fixture.reopen(() => (fixture.env['GIVEN'] = 'second'));
    }
  });

  it('has another conversation than a session on this machine', async () => {
    const here = await fixture.prepare();
    await here.launch();
    await fixture.core.sessions.find(here.sessionId)?.kill();
    const there = await start();
    assert.notEqual(there.sessionId, here.sessionId);
    await fixture.core.sessions.find(there.sessionId)?.kill();
    const back = await fixture.prepare();
    assert.equal(back.sessionId, here.sessionId);
    back.discard();
  });

  it('is refused in an untrusted workspace, and for an invalid target', async () => {
    await assert.rejects(start({ target: '-oProxyCommand=id' }), { code: 'BAD_REQUEST' });
    await assert.rejects(start({ target: '' }), { code: 'BAD_REQUEST' });
    fixture.trusted = false;
    await assert.rejects(start(), { code: 'UNTRUSTED' });
    const call = { id: 'fake-chat-1', target: 'host' };
    await assert.rejects(fixture.core.ptys.startSshPty(call), { code: 'UNTRUSTED' });
  });

  it('reports that ssh was not found, with the setting that names it', async () => {
    fixture.set({ sshPath: '/no/ssh' });
    await assert.rejects(start(), {
      code: 'CLI_NOT_FOUND',
      message: /agentTerminals\.sshPath names \/no\/ssh/,
    });
    fixture.set({ sshPath: 'no-such-ssh' });
    const call = { id: 'fake-chat-1', target: 'host' };
    await assert.rejects(fixture.core.ptys.startSshPty(call), { code: 'CLI_NOT_FOUND' });
  });
});
