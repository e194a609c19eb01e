import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endTree } from '../../../scripts/lib/processTree.mjs';
import { NODE_24 } from '../../../scripts/lib/paths.mjs';
import { runToExit } from '../../../scripts/lib/runProgram.mjs';
import { isRunning, signalIfRunning } from '../../support/isRunning';
import { slowdown, waitFor } from '../../support/waitFor';

/** The time in which a program starts on a busy machine, in milliseconds. */
const START_MS = 3_000;

/** A program that runs another process, and prints its id. */
const OUTER = 'sleep 100 & echo $!; wait';

/** The same, with the inner process in another process group; both ignore SIGTERM. */
const IGNORES_SIGTERM = `process.on('SIGTERM', () => {});
  const code = "process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)";
  require('node:child_process').spawn(process.execPath, ['-e', code], { detached: true, stdio: 'inherit' });`;

describe('the time limit of a program', function () {
  this.timeout(30_000);
  const left: number[] = [];

  beforeEach(function () {
    if (process.platform === 'win32') {
      this.skip();
    }
  });
  afterEach(() => {
    left.splice(0).forEach((pid) => signalIfRunning(pid, 'SIGKILL'));
  });

  /** Starts a program that prints the process id of its inner one. */
  async function start(file: string, args: readonly string[]): Promise<[ChildProcess, number]> {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    left.push(child.pid ?? 0);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    left.push(Number(line));
    return [child, Number(line)];
  }

  const hasEnded = (pid: number): Promise<void> =>
    waitFor(() => !isRunning(pid), { limitMs: 5_000, what: `the end of process ${pid}` });

  it('also ends the processes that the program has started', async () => {
    const { code, output } = await runToExit('/bin/sh', ['-c', OUTER], { timeoutMs: START_MS });
    const inner = Number(output.trim());
    left.push(inner);
    assert.deepEqual([code, inner > 0], ['SIGTERM', true], output);
    await hasEnded(inner);
  });

  it('has no effect on a program that ends before it', async () => {
    const started = performance.now();
    const { code, output } = await runToExit('/bin/sh', ['-c', 'echo done; exit 3']);
    assert.deepEqual([code, output], [3, 'done\n']);
    assert.ok(performance.now() - started < 10_000 * slowdown());
  });

  it('kills processes that ignore SIGTERM, also in other process groups', async () => {
    const [child, inner] = await start(NODE_24, ['-e', IGNORES_SIGTERM]);
    const exit = once(child, 'exit');
    await endTree(child.pid ?? 0, 200);
    assert.deepEqual(await exit, [null, 'SIGKILL']);
    await hasEnded(inner);
  });

  it('does not end other programs', async () => {
    const [mine] = await start('/bin/sh', ['-c', OUTER]);
    const [other, inner] = await start('/bin/sh', ['-c', OUTER]);
    await endTree(mine.pid ?? 0);
    assert.deepEqual([other.pid ?? 0, inner].map(isRunning), [true, true]);
  });
});
