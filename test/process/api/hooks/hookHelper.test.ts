import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildHookHelper } from '../../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { HookProgram } from '../../../../src/api/hooks/hookProgram';
import { ApiServer } from '../../../../src/api/apiServer';
import { HookReceiver } from '../../../../src/api/hooks/hookReceiver';
import { SessionTokens } from '../../../../src/api/auth/sessionTokens';
import { addProofRoute } from '../../../../src/api/auth/proofRoute';
import { API_LIMITS } from '../../../../src/api/limits';
import { WrongTokens } from '../../../../src/api/auth/wrongTokens';
import { systemClock } from '../../../../src/base/clock';
import { nullLogger } from '../../../../src/base/logger';
import { ListedSessions } from '../../../support/api/listedSessions';
import type { HookEvent } from '../../../../src/status/sources/hookEvent';
import { itAsRoot } from '../../../support/security/itAsRoot';

const PTY_ID = 'claude-main-task_1';

/** The time limit of each of the program's steps, and of a run with one slow step on a busy machine; milliseconds. */
const LIMIT_MS = 3_000;
const END_MS = 2 * LIMIT_MS;
/** Two of them are longer than the time limit of a step. */
const SLOW_MS = 1_600;
/** More than the buffer of a pipe: a write to a program that does not read fails. */
const LARGE = Buffer.alloc(1024 * 1024, 'x');

interface Ending {
  readonly code: number | null;
  readonly output: string;
  readonly ms: number;
}

describe('the program that hooks run', function () {
  this.timeout(30_000);
  let home = '';
  let source = '';
  let receiver: HookReceiver;
  let apiServer: ApiServer | undefined;
  let events: HookEvent[] = [];
  let line = '';
  let server: Server | undefined;

  before(async () => {
    source = await buildHookHelper();
  });

  beforeEach(async () => {
    home = join(mkdtempSync(join(tmpdir(), 'agent-terminals-hook-')), "it's $HOME");
    receiver = receive();
    events = [];
    receiver.onDidReceive((event) => events.push(event));
    line = (await receiver.provide(PTY_ID)).commandLine('PreToolUse');
  });

  afterEach(() => {
    receiver.dispose();
    apiServer?.dispose();
    server?.close();
    server = undefined;
    rmSync(join(home, '..'), { recursive: true });
  });

  const receive = (): HookReceiver => {
    apiServer?.dispose();
    const directory = join(home, 'windows');
    const made = new ApiServer({ limits: API_LIMITS, logger: nullLogger, directory });
    apiServer = made;
    const hookTokens = new SessionTokens();
    const wrongTokens = new WrongTokens({ clock: systemClock, logger: nullLogger });
    made.addRoutes((routes) =>
      addProofRoute(routes, {
        socket: () => made.socket,
        tokens: () => hookTokens.all(),
      }),
    );
    return new HookReceiver({
      ...{ home, source, server: made, hookTokens, driveTokens: new SessionTokens() },
      ...{ limits: API_LIMITS, wrongTokens },
      runtime: process.execPath,
      platform: process.platform,
      sessions: new ListedSessions(),
      clock: systemClock,
      isAlive: () => true,
    });
  };

  /** Runs the command line of the hook as a CLI does, in the environment of a session. */
  function run(
    input: string | Buffer,
    env: Readonly<Record<string, string>> = {},
    inputAfterMs = 0,
  ): Promise<Ending> {
    const begin = performance.now();
    const child = spawn('/bin/sh', ['-c', line], {
      env: { PATH: '', AGENT_TERMINALS_PTY_ID: PTY_ID, ...env },
    });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.stdin.on('error', (error) => (output += error.message));
    if (inputAfterMs === 0) {
      child.stdin.end(input);
    } else {
      setTimeout(() => child.stdin.end(input), inputAfterMs);
    }
    return new Promise((resolve) =>
      child.on('close', (code) => resolve({ code, output, ms: performance.now() - begin })),
    );
  }

  function assertHarmless({ code, output, ms }: Ending): void {
    assert.deepEqual(
      { code, output, isQuick: ms < END_MS },
      { code: 0, output: '', isQuick: true },
    );
  }

  const file = (): string => join(home, 'hooks', `${PTY_ID}.json`);

  const received = () => events.map(({ ptyId, name, payload }) => ({ ptyId, name, payload }));

  it('reports with an empty PATH, and prints nothing', async () => {
    assertHarmless(await run('{"text":"é 🙂"}'));
    assert.deepEqual(received(), [
      { ptyId: PTY_ID, name: 'PreToolUse', payload: { text: 'é 🙂' } },
    ]);
  });

  it('reports nothing if the file is missing', async () => {
    rmSync(file());
    assertHarmless(await run('{}'));
    assert.deepEqual(events, []);
  });

  it('uses the socket of a reloaded window', async () => {
    receiver.dispose();
    receiver = receive();
    receiver.onDidReceive((event) => events.push(event));
    await receiver.provide(PTY_ID);
    assertHarmless(await run('{}'));
    assert.equal(events.length, 1);
  });

  it('ignores the person’s NODE_OPTIONS', async () => {
    assertHarmless(await run('{}', { NODE_OPTIONS: '--require=/nowhere/at/all.js' }));
    assert.equal(events.length, 1);
  });

  it('cuts a payload of 2 MB to the window’s limit', async () => {
    // Not more: the program has three seconds for the payload, and the machine may be busy.
    const long = 'é'.repeat(1024 * 1024);
    assertHarmless(await run(JSON.stringify({ name: 'x', long })));
    assert.deepEqual(received()[0]?.payload, { name: 'x', long: long.slice(0, 2000) });
  });

  it('reports 2 MB of nonsense as an event without payload', async () => {
    assertHarmless(await run(Buffer.alloc(2 * 1024 * 1024, 'x')));
    assert.deepEqual(received(), [{ ptyId: PTY_ID, name: 'PreToolUse', payload: undefined }]);
  });

  it('reports if each step is slow', async () => {
    const { socket } = JSON.parse(readFileSync(file(), 'utf8')) as { socket: string };
    const moved = `${socket}-moved`;
    renameSync(socket, moved);
    server = createServer((peer) => {
      const window = connect(moved);
      peer.on('data', (data) => setTimeout(() => window.write(data), SLOW_MS));
      window.on('data', (data) => peer.write(data));
      peer.on('error', () => {}).on('close', () => window.destroy());
      window.on('error', () => {});
    });
    await new Promise<void>((resolve) => server?.listen(socket, resolve));
    const { code, output, ms } = await run('{"text":"é"}', {}, SLOW_MS);
    assert.deepEqual([code, output], [0, '']);
    assert.ok(ms > LIMIT_MS, `It took only ${ms} ms.`);
    assert.deepEqual(received()[0]?.payload, { text: 'é' });
  });

  it('exits silently if no server listens', async () => {
    const text = readFileSync(file(), 'utf8');
    receiver.dispose();
    apiServer?.dispose();
    mkdirSync(dirname(file()), { recursive: true });
    writeFileSync(file(), text);
    const ending = await run('{}');
    assertHarmless(ending);
    assert.ok(ending.ms < LIMIT_MS, `It took ${ending.ms} ms.`);
  });

  describe('sends neither token nor payload [S1]', () => {
    let seen = '';

    /** Listens in place of the window, and answers as a test decides. */
    const impersonate = async (answer: (request: string) => string): Promise<void> => {
      seen = '';
      const { socket = '' } = JSON.parse(readFileSync(file(), 'utf8')) as { socket?: string };
      rmSync(socket);
      server = createServer((peer) => {
        peer.on('error', () => {});
        peer.on('data', (data) => {
          seen += data.toString('utf8');
          peer.write(answer(seen));
        });
      });
      await new Promise<void>((resolve) => server?.listen(socket, resolve));
    };

    const respond = (body: string, status = '200 OK'): string =>
      `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

    const answers: Readonly<Record<string, (request: string) => string>> = {
      nothing: () => '',
      'no HTTP': () => 'hello\r\n\r\n',
      'a wrong proof': () => respond('0'.repeat(64)),
      'the nonce itself': (text) => respond(/nonce=(\w+)/.exec(text)?.[1]?.repeat(2) ?? ''),
      'more than a proof': () => respond('0'.repeat(100)),
      'endless headers': () => `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(5_000)}`,
      'a refusal': () => respond('{}', '401 UNAUTHORIZED'),
      'a success without a proof': () => respond('', '204 No Content'),
    };
    for (const [what, answer] of Object.entries(answers)) {
      it(`to a process in the window’s place that answers ${what}`, async () => {
        const { token = '' } = JSON.parse(readFileSync(file(), 'utf8')) as { token?: string };
        await impersonate(answer);
        assertHarmless(await run('{"secret":"payload"}'));
        assert.match(seen, /^GET \/proof\?/);
        assert.ok(!seen.includes(token) && !seen.includes('payload'), seen);
        assert.deepEqual(events, []);
      });
    }

    it('to a proof that was made for another socket', async () => {
      const proxied = await startProxy();
      assertHarmless(await run('{"secret":"payload"}'));
      assert.ok(proxied.seen().startsWith('GET /proof'), proxied.seen());
      assert.ok(!proxied.seen().includes('payload'), proxied.seen());
      assert.deepEqual(events, []);
    });

    /** Passes everything on to the window, from a socket that the file names. */
    const startProxy = async () => {
      const entry = JSON.parse(readFileSync(file(), 'utf8')) as { socket: string };
      const path = join(dirname(entry.socket), 'proxy.sock');
      let text = '';
      server = createServer((peer) => {
        const onward = connect(entry.socket);
        peer.on('data', (data) => (text += data.toString('utf8')));
        peer.on('error', () => {}).pipe(onward);
        onward.on('error', () => {}).pipe(peer);
      });
      await new Promise<void>((resolve) => server?.listen(path, resolve));
      writeFileSync(file(), JSON.stringify({ ...entry, socket: path }));
      return { seen: () => text };
    };

    it('through a directory that others can access', async () => {
      chmodSync(join(home, 'windows'), 0o755);
      assertHarmless(await run('{}'));
      assert.deepEqual(events, []);
    });

    it('to a socket behind a link', async () => {
      const entry = JSON.parse(readFileSync(file(), 'utf8')) as { socket: string };
      const link = join(dirname(entry.socket), 'link.sock');
      symlinkSync(entry.socket, link);
      writeFileSync(file(), JSON.stringify({ ...entry, socket: link }));
      assertHarmless(await run('{}'));
      assert.deepEqual(events, []);
    });

    itAsRoot('to a socket of another user', async () => {
      const entry = JSON.parse(readFileSync(file(), 'utf8')) as { socket: string };
      chownSync(entry.socket, 65534, 65534);
      assertHarmless(await run('{}'));
      assert.deepEqual(events, []);
    });
  });

  it('exits silently outside a session and with a broken file', async () => {
    assertHarmless(await run('{}', { AGENT_TERMINALS_PTY_ID: '' }));
    writeFileSync(file(), '{"socket":');
    assertHarmless(await run('{}'));
    assert.deepEqual(events, []);
  });

  it('reads its whole input if its script is missing', async () => {
    rmSync(join(home, 'bin', 'agent-terminals-hook.cjs'));
    assertHarmless(await run(LARGE, { PATH: process.env['PATH'] ?? '' }));
    assert.deepEqual(events, []);
  });

  it('reads its whole input if its runtime is missing', async () => {
    const directory = join(home, 'other');
    const runtime = join(home, 'gone');
    const program = new HookProgram({ directory, source, runtime, platform: process.platform });
    await program.install();
    line = program.commandLine('Stop');
    assertHarmless(await run(LARGE, { PATH: process.env['PATH'] ?? '' }));
  });

  it('is in a private directory, and is replaced by the next version', async () => {
    const path = join(home, 'bin', 'agent-terminals-hook.cjs');
    assert.equal(statSync(join(home, 'bin')).mode & 0o777, 0o700);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    writeFileSync(path, 'an older one');
    chmodSync(join(home, 'bin'), 0o755);
    await receive().provide(PTY_ID);
    assert.equal(readFileSync(path, 'utf8'), readFileSync(source, 'utf8'));
    assert.equal(statSync(join(home, 'bin')).mode & 0o777, 0o700);
  });
});
