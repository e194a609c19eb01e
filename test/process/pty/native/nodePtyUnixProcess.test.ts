import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nullLogger } from '../../../../src/base/logger';
import type { Dimensions, PtyProcess, PtySpawnSpec } from '../../../../src/pty/ptyProcess';
import {
  createRealSpawner,
  programSpec,
  record,
  waitForOutput,
} from '../../../support/pty/realPty';
import { waitFor } from '../../../support/waitFor';

describe('NodePtyUnixProcess', function () {
  this.timeout(30_000);
  const spawner = createRealSpawner();
  const started: PtyProcess[] = [];

  afterEach(() => {
    started.splice(0).forEach((program) => program.dispose());
  });

  function spawn(file: string, args: readonly string[] = [], rest: Partial<PtySpawnSpec> = {}) {
    const program = spawner.spawn(programSpec(file, args, rest));
    started.push(program);
    return program;
  }

  function shell(script: string, rest: Partial<PtySpawnSpec> = {}): PtyProcess {
    return spawn('/bin/sh', ['-c', script], rest);
  }

  describe('exit', () => {
    for (const [script, exit] of [
      ['exit 0', { exitCode: 0, signal: undefined }],
      ['exit 42', { exitCode: 42, signal: undefined }],
      ['kill -KILL $$', { exitCode: undefined, signal: 'SIGKILL' }],
      ['kill -HUP $$', { exitCode: undefined, signal: 'SIGHUP' }],
    ] as const) {
      it(`has the code or the signal of "${script}"`, async () => {
        assert.deepEqual((await record(shell(script))).exit, exit);
      });
    }

    it('is emitted even if a left-over program floods the terminal faster than it is read', async function () {
      this.timeout(3000);
      const program = shell('(trap "" HUP; yes & yes) & sleep 0.05; exit 3');
      program.onData(() => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
      });
      assert.deepEqual((await record(program)).exit, { exitCode: 3, signal: undefined });
    });

    it('turns every later call into a no-op', async () => {
      const program = shell('exit 0');
      await record(program);
      program.write(Buffer.from('x'));
      program.resize({ cols: 10, rows: 10 });
      program.pause();
      program.resume();
      program.dispose();
      program.dispose();
    });

    it('follows all bytes of a program that is paused and never resumed', async () => {
      const program = shell('head -c 8000 /dev/zero');
      program.pause();
      assert.equal((await record(program)).output.length, 8000);
    });
  });

  describe('a pause', () => {
    it('before the first output holds all of it back', async () => {
      const directory = mkdtempSync(join(tmpdir(), 'agent-terminals-pause-'));
      const written = join(directory, 'written');
      const program = shell(`head -c 1000 /dev/zero; : >${written}; read -r line`);
      program.pause();
      let bytes = 0;
      program.onData((chunk) => (bytes += chunk.length));
      await waitFor(() => existsSync(written), { limitMs: 10_000, what: 'the output' });
      assert.equal(bytes, 0);
      program.resume();
      await waitFor(() => bytes === 1000, { limitMs: 10_000, what: 'all of the output' });
      rmSync(directory, { recursive: true });
    });
  });

  describe('environment', () => {
    it('is the given one, without undefined values, with the folder as PWD', async () => {
      const env = { A: 'a b', TERM: 'dumb', GONE: undefined } as unknown as Record<string, string>;
      const { output } = await record(spawn('/usr/bin/env', [], { env, cwd: '/' }));
      const lines = output.toString().trim().split('\r\n').sort();
      assert.deepEqual(lines, ['A=a b', 'PWD=/', 'TERM=dumb']);
    });
  });

  describe('size', () => {
    const table: readonly (readonly [requested: Dimensions, rowsAndCols: string])[] = [
      [{ cols: 120, rows: 40 }, '40 120'],
      [{ cols: 0, rows: -1 }, '1 1'],
      [{ cols: NaN, rows: 7 }, '7 1'],
      [{ cols: 1.5, rows: 70_000 }, '1000 1'],
      [{ cols: Infinity, rows: -Infinity }, '1 1000'],
    ];

    it('is clamped, at the start and at each change', async () => {
      const script = 'echo "<$(stty size)>"; while read line; do echo "<$(stty size)>"; done';
      const program = shell(script, { cols: NaN, rows: 70_000 });
      await waitForOutput(program, '<1000 80>');
      for (const [requested, rowsAndCols] of table) {
        program.resize(requested);
        const answered = waitForOutput(program, `<${rowsAndCols}>`);
        program.write(Buffer.from('\n'));
        await answered;
      }
    });

    it('of a program that has ended is not applied to the next one', async () => {
      for (let round = 0; round < 10; round += 1) {
        const ended = shell('exit 0');
        const next = await new Promise<PtyProcess>((resolve) => {
          ended.onExit(() => resolve(shell('read line; stty size')));
        });
        ended.resize({ cols: 33, rows: 11 });
        const recording = record(next);
        next.write(Buffer.from('\n'));
        assert.match((await recording).output.toString(), /24 80/);
      }
    });
  });

  describe('input', () => {
    const READER = 'head -c 1048576 | sha256sum; echo end';
    const paste = randomBytes(1024 * 1024);
    const hash = createHash('sha256').update(paste).digest('hex');

    for (const [reader, script] of [
      ['reads at once', `stty raw -echo; echo ready; ${READER}`],
      [
        'reads in bursts',
        `stty raw -echo; echo ready; (for i in 1 2 3 4; do sleep 0.05; head -c 262144; done) | ${READER}`,
      ],
    ] as const) {
      it(`of 1 MB arrives completely at a program that ${reader}`, async () => {
        const program = shell(script);
        await waitForOutput(program, 'ready');
        const answer = waitForOutput(program, 'end');
        program.write(paste);
        assert.match(await answer, new RegExp(hash));
      });
    }

    it('of 1 MB uses little CPU time while the program does not read it, and arrives completely', async () => {
      const program = shell(`stty raw -echo; echo ready; sleep 1.5; echo awake; ${READER}`);
      await waitForOutput(program, 'ready');
      const awake = waitForOutput(program, 'awake');
      const answer = waitForOutput(program, 'end');
      const [begin, used] = [performance.now(), process.cpuUsage()];
      program.write(paste);
      await awake;
      const { user, system } = process.cpuUsage(used);
      const share = (user + system) / 1000 / (performance.now() - begin);
      assert.ok(share < 0.25, `took ${Math.round(share * 100)} % of a core`);
      assert.match(await answer, new RegExp(hash));
    });

    it('of 1 MB in lines arrives completely at a program that reads lines', async () => {
      const lines = Buffer.from(`${'x'.repeat(1023)}\n`.repeat(1024));
      const program = shell(`stty -echo; echo ready; ${READER}`);
      await waitForOutput(program, 'ready');
      const answer = waitForOutput(program, 'end');
      program.write(lines);
      assert.match(await answer, new RegExp(createHash('sha256').update(lines).digest('hex')));
    });

    it('in a line that the system truncates causes a warning', async () => {
      const warning = new Promise<string>((resolve) => {
        const spawning = createRealSpawner({ ...nullLogger, warn: resolve });
        const program = spawning.spawn(
          programSpec('/bin/sh', ['-c', 'stty -echo; echo ready; cat']),
        );
        started.push(program);
        void waitForOutput(program, 'ready').then(() => program.write(Buffer.alloc(20_000, 'x')));
      });
      assert.match(await warning, /reads whole lines and was sent one of more than/);
    });

    it('of 1 MB is dropped if the program ends while it reads it, and the exit is emitted', async () => {
      const program = shell('stty raw -echo; echo ready; head -c 1000 >/dev/null; exit 3');
      await waitForOutput(program, 'ready');
      const recording = record(program);
      program.write(paste);
      const { exit, exits, lateBytes } = await recording;
      assert.deepEqual(
        { exit, exits, lateBytes },
        {
          exit: { exitCode: 3, signal: undefined },
          exits: 1,
          lateBytes: 0,
        },
      );
      program.write(paste);
    });

    it('that waits for one program does not reach another', async function () {
      this.timeout(60_000);
      const waiting = Buffer.from('stray'.repeat(20_000));
      const rounds = Array.from({ length: 10 }, async () => {
        for (let round = 0; round < 10; round += 1) {
          const first = shell('stty raw -echo; echo ready; exec sleep 100');
          await waitForOutput(first, 'ready');
          first.write(waiting);
          const second = new Promise<PtyProcess>((resolve) => {
            first.onExit(() => resolve(shell('stty raw -echo; timeout 0.05 cat; echo end')));
          });
          process.kill(first.pid, 'SIGKILL');
          const { output } = await record(await second);
          assert.equal(output.toString(), 'end\n');
        }
      });
      await Promise.all(rounds);
    });
  });

  describe('a path that vanishes between the check and the start', () => {
    it('ends the program with code 1 and a reason: its folder', async () => {
      const directory = realpathSync(mkdtempSync(join(tmpdir(), 'gone-')));
      rmdirSync(directory);
      const { output, exit } = await record(shell('true', { cwd: directory }));
      assert.equal(exit.exitCode, 1);
      assert.match(output.toString(), /chdir/);
    });

    it('ends the program with code 1 and a reason: its file', async () => {
      const { output, exit } = await record(spawn('/nowhere/program'));
      assert.equal(exit.exitCode, 1);
      assert.match(output.toString(), /exec/);
    });
  });
});
