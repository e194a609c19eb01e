import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../../src/base/clock';
import { nullLogger } from '../../../../src/base/logger';
import type { NativePty } from '../../../../src/pty/native/nodePtyModule';
import { NodePtyUnixProcess } from '../../../../src/pty/native/nodePtyUnixProcess';
import { OpenMasters } from '../../../../src/pty/native/openMasters';
import type { PtyProcess, PtySpawnSpec } from '../../../../src/pty/ptyProcess';
import { isRunning } from '../../../support/isRunning';
import {
  createRealSpawner,
  programSpec,
  record,
  waitForOutput,
} from '../../../support/pty/realPty';
import { waitFor } from '../../../support/waitFor';

describe('the descriptors of PTYs', function () {
  this.timeout(30_000);
  const spawner = createRealSpawner();
  const started: PtyProcess[] = [];

  afterEach(() => {
    started.splice(0).forEach((program) => program.dispose());
  });

  function shell(script: string, rest: Partial<PtySpawnSpec> = {}): PtyProcess {
    const program = spawner.spawn(programSpec('/bin/sh', ['-c', script], rest));
    started.push(program);
    return program;
  }

  it('of other sessions are not inherited', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    // Files that were opened and closed leave unused numbers below those of the PTYs.
    const files = Array.from({ length: 40 }, () => openSync('/dev/null', 'r'));
    shell('exec sleep 100');
    files.forEach((fd) => closeSync(fd));
    shell('exec sleep 100');
    shell('exec sleep 100');
    const { output } = await record(shell('for fd in /proc/$$/fd/*; do readlink $fd; done'));
    const terminals = output.toString().match(/\/dev\/pt\S+/g) ?? [];
    assert.equal(terminals.length, 3, output.toString());
    assert.equal(new Set(terminals).size, 1, output.toString());
  });

  it('are all closed', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    await record(shell('exit 0'));
    const before = openTerminals();
    for (let round = 0; round < 20; round += 1) {
      await record(shell('echo some; exit 0'));
      const program = shell('exec sleep 100');
      const ended = record(program);
      process.kill(program.pid, 'SIGTERM');
      await ended;
    }
    assert.deepEqual(openTerminals(), before);
  });

  it('are closed by dispose(), which hangs up the program', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'hang-up-'));
    const program = shell(
      "trap 'touch hung-up; exit' HUP; echo ready; while :; do sleep 0.01; done",
      {
        cwd: directory,
      },
    );
    await waitForOutput(program, 'ready');
    program.dispose();
    await waitFor(() => readdirSync(directory).includes('hung-up'), {
      limitMs: 5000,
      what: 'the program to handle SIGHUP',
    });
    rmSync(directory, { recursive: true });
  });

  it('are closed, and the program ends, if its terminal cannot be opened', () => {
    const { native } = createRequire(__filename)('node-pty') as { native: NativePty };
    const pids: number[] = [];
    const fork: NativePty['fork'] = (...parameters) => {
      const forked = native.fork(...parameters);
      pids.push(forked.pid);
      return { ...forked, pty: '/nowhere' };
    };
    const deps = {
      helperPath: '',
      masters: new OpenMasters(),
      runTool: () => Promise.reject(new Error('not used here')),
      clock: systemClock,
      logger: nullLogger,
    };
    const before = readdirSync('/dev/fd').length;
    const spec = programSpec('/bin/sleep', ['100']);
    assert.throws(() => new NodePtyUnixProcess(spec, { ...deps, native: { ...native, fork } }));
    assert.equal(readdirSync('/dev/fd').length, before);
    return waitFor(() => pids.every((pid) => !isRunning(pid)), {
      limitMs: 5000,
      what: 'the end of the program',
    });
  });
});

/**
 * The open terminals of this process, both ends of PTYs, as `/proc` names them. Other files are
 * opened and closed at any time.
 */
function openTerminals(): readonly string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => linkOf(join('/proc/self/fd', fd)))
    .filter((path) => /^\/dev\/(ptmx$|pts\/)/.test(path))
    .sort();
}

/** Empty for a descriptor that is closed by now, such as that of the listing itself. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
