import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { isRunning } from '../../../support/isRunning';
import { slowdown, waitFor } from '../../../support/waitFor';

const LIMITS = { timeoutMs: 10_000, maxOutputBytes: 10_000 };

function sh(script: string, limits: Partial<typeof LIMITS> = {}, ...args: string[]) {
  return runCommand({ file: '/bin/sh', args: ['-c', script, 'sh', ...args], ...LIMITS, ...limits });
}

/** Keeps this process busy. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    // Nothing else is done meanwhile.
  }
}

describe('runCommand', function () {
  this.timeout(20_000);

  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-run-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('returns the code and the output', async () => {
    assert.deepEqual(await sh('printf é; printf err >&2; exit 3'), {
      kind: 'done',
      code: 3,
      stdout: 'é',
      stderr: 'err',
    });
  });

  it('returns all output even if this process is busy at the end of the program and after it', async () => {
    const ran = sh('sleep 1; echo all');
    // The program ends while the first output here is handled, and so before its own is read; both
    // ends are then reported in one turn.
    spawn('/bin/sh', ['-c', 'sleep 1'], { stdio: 'ignore' }).once('exit', () => block(500));
    const other = spawn('/bin/sh', ['-c', 'echo some'], { stdio: ['ignore', 'pipe', 'ignore'] });
    other.stdout.once('data', () => block(2000));
    block(500);
    assert.deepEqual(await ran, { kind: 'done', code: 0, stdout: 'all\n', stderr: '' });
  });

  it('passes arguments without a shell, and exactly the given environment', async () => {
    const request = { file: '/usr/bin/env', args: [], env: { A: '$(id)' }, ...LIMITS };
    const result = await runCommand(request);
    assert.equal(result.kind === 'done' && result.stdout, 'A=$(id)\n');
  });

  it('passes the input, even to a program that does not read it', async () => {
    const input = 'x'.repeat(1024 * 1024);
    const read = await runCommand({ file: 'wc', args: ['-c'], ...LIMITS, input });
    assert.equal(read.kind === 'done' && read.stdout.trim(), String(input.length));
    assert.equal((await runCommand({ file: 'true', args: [], ...LIMITS, input })).kind, 'done');
  });

  it('gives the program an empty input by default', async () => {
    const result = await sh('read line; echo "code-$?"');
    assert.equal(result.kind === 'done' && result.stdout, 'code-1\n');
  });

  it('returns null as the code after a signal', async () => {
    const result = await sh('kill -TERM $$');
    assert.equal(result.kind === 'done' && result.code, null);
  });

  for (const [what, request] of [
    ['a missing program', { file: '/no/such/program', cwd: '/' }],
    ['a directory', { file: '/usr', cwd: '/' }],
    ['a program in a missing working directory', { file: '/bin/sh', cwd: '/no/such/place' }],
    ['a path with a NUL', { file: '/bin/\0sh', cwd: '/' }],
  ] as const) {
    it(`reports that ${what} could not be started`, async () => {
      const result = await runCommand({ ...request, args: [], ...LIMITS });
      assert.match(result.kind === 'failed' ? result.reason : '', /^could not be started: /);
    });
  }

  it('lets a cancelled program clean up', async () => {
    const cancel = new AbortController();
    const file = join(directory, 'left');
    const script = 'trap \'rm "$1"; exit 0\' TERM; touch "$1"; while :; do sleep 0.01; done';
    const args = ['-c', script, 'sh', file];
    const run = runCommand({ file: '/bin/sh', args, ...LIMITS, signal: cancel.signal });
    await waitFor(() => existsSync(file), { limitMs: 5000, what: 'the program to start' });
    cancel.abort();
    assert.deepEqual(await run, { kind: 'failed', reason: 'was cancelled' });
    assert.equal(existsSync(file), false);
  });

  it('does not start a program that is already cancelled', async () => {
    const file = join(directory, 'started');
    const result = await runCommand({
      file: '/usr/bin/touch',
      args: [file],
      ...LIMITS,
      signal: AbortSignal.abort(),
    });
    assert.deepEqual([result.kind, existsSync(file)], ['failed', false]);
  });

  it('ends the whole process group after the time limit', async () => {
    const file = join(directory, 'pids');
    const result = await sh('sleep 60 & echo "$! $$" > "$1"; wait', { timeoutMs: 500 }, file);
    assert.deepEqual(result, { kind: 'failed', reason: 'did not end within 500 ms' });
    const pids = readFileSync(file, 'utf8').trim().split(' ').map(Number);
    assert.equal(pids.length, 2);
    await until('both processes end', () => pids.every((pid) => !isRunning(pid)));
  });

  it('ends a program that prints too much', async () => {
    const result = await sh('yes');
    assert.deepEqual(result, { kind: 'failed', reason: 'printed more than 10000 bytes' });
  });

  it('does not wait for a background program that keeps the output open', async () => {
    const started = performance.now();
    const result = await sh('sleep 60 & echo $!');
    assert.ok(result.kind === 'done', JSON.stringify(result));
    process.kill(Number(result.stdout), 'SIGKILL');
    assert.ok(performance.now() - started < 5_000 * slowdown());
  });
});

/** Fails unless `condition` is true within 5 seconds. */
async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    assert.ok(performance.now() < deadline, `Not within 5 s: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
