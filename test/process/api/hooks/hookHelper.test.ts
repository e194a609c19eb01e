import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildHookHelper } from '../../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { HookProgram } from '../../../../src/api/hooks/hookProgram';
import { ApiServer } from '../../../../src/api/apiServer';
import { HookReceiver } from '../../../../src/api/hooks/hookReceiver';
import { HookTokens } from '../../../../src/api/hooks/hookTokens';
import { API_LIMITS } from '../../../../src/api/limits';
import { WrongTokens } from '../../../../src/api/auth/wrongTokens';
import { systemClock } from '../../../../src/base/clock';
import { nullLogger } from '../../../../src/base/logger';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import type { HookEvent } from '../../../../src/status/sources/hookEvent';

const PTY_ID = 'claude-main-task_1';

/** The program's own time limit, plus its start on a busy machine; milliseconds. */
const END_MS = 5_000;
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
  let apiServer = new ApiServer(API_LIMITS, nullLogger);
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
    apiServer.dispose();
    server?.close();
    server = undefined;
    rmSync(join(home, '..'), { recursive: true });
  });

  const receive = (): HookReceiver => {
    apiServer.dispose();
    apiServer = new ApiServer(API_LIMITS, nullLogger);
    return new HookReceiver({
      ...{ home, source, server: apiServer, tokens: new HookTokens(), limits: API_LIMITS },
      wrongTokens: new WrongTokens({ clock: systemClock, logger: nullLogger }),
      runtime: process.execPath,
      platform: process.platform,
      sessions: { get: (id) => ({ id, state: 'active' }) as SessionInfo },
      clock: systemClock,
      isAlive: () => true,
    });
  };

  /** Runs the command line of the hook as a CLI does, in the environment of a session. */
  function run(
    input: string | Buffer,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ending> {
    const begin = performance.now();
    const child = spawn('/bin/sh', ['-c', line], {
      env: { PATH: '', AGENT_TERMINALS_PTY_ID: PTY_ID, ...env },
    });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.stdin.on('error', (error) => (output += error.message));
    child.stdin.end(input);
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

  const access = async (ptyId: string) => {
    const { port, token } = await receiver.open(ptyId);
    return { AGENT_TERMINALS_HOOK_PORT: String(port), AGENT_TERMINALS_HOOK_TOKEN: token };
  };

  const received = () => events.map(({ ptyId, name, payload }) => ({ ptyId, name, payload }));

  it('reports with an empty PATH, and prints nothing', async () => {
    assertHarmless(await run('{"text":"é 🙂"}'));
    assert.deepEqual(received(), [
      { ptyId: PTY_ID, name: 'PreToolUse', payload: { text: 'é 🙂' } },
    ]);
  });

  it('reports with the environment’s address if the file is missing', async () => {
    rmSync(join(home, 'hooks', `${PTY_ID}.json`));
    assertHarmless(await run('{}', await access(PTY_ID)));
    assert.equal(events.length, 1);
  });

  it('uses the port of a reloaded window', async () => {
    const old = await access(PTY_ID);
    receiver.dispose();
    receiver = receive();
    receiver.onDidReceive((event) => events.push(event));
    await receiver.provide(PTY_ID);
    assertHarmless(await run('{}', old));
    assert.equal(events.length, 1);
  });

  it('ignores the person’s NODE_OPTIONS', async () => {
    assertHarmless(await run('{}', { NODE_OPTIONS: '--require=/nowhere/at/all.js' }));
    assert.equal(events.length, 1);
  });

  it('cuts a payload of 2 MB to the window’s limit', async () => {
    // Not more: the program has a second for everything, and the machine may be busy.
    const long = 'é'.repeat(1024 * 1024);
    assertHarmless(await run(JSON.stringify({ name: 'x', long })));
    assert.deepEqual(received()[0]?.payload, { name: 'x', long: long.slice(0, 2000) });
  });

  it('reports 2 MB of nonsense as an event without payload', async () => {
    assertHarmless(await run(Buffer.alloc(2 * 1024 * 1024, 'x')));
    assert.deepEqual(received(), [{ ptyId: PTY_ID, name: 'PreToolUse', payload: undefined }]);
  });

  it('exits silently if no server listens', async () => {
    const closed = await access(PTY_ID);
    receiver.dispose();
    const ending = await run('{}', closed);
    assertHarmless(ending);
    assert.ok(ending.ms < 1_000, `It took ${ending.ms} ms.`);
  });

  it('exits silently if the server does not answer', async () => {
    receiver.dispose();
    const silent = createServer(() => {});
    server = silent;
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const env = { AGENT_TERMINALS_HOOK_PORT: String(port), AGENT_TERMINALS_HOOK_TOKEN: 'x' };
    assertHarmless(await run('{}', env));
  });

  it('exits silently outside a session and with a broken file', async () => {
    assertHarmless(await run('{}', { AGENT_TERMINALS_PTY_ID: '' }));
    writeFileSync(join(home, 'hooks', `${PTY_ID}.json`), '{"port":');
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
