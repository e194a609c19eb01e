import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../../src/base/clock';
import { createTerminate } from '../../../../src/pty/process/createTerminate';
import { createProcessTable } from '../../../../src/pty/process/createProcessTable';
import { PsProcessTable } from '../../../../src/pty/process/processTablePs';
import { terminate as endPrograms } from '../../../../src/pty/process/terminate';
import { carriesMarker } from '../../../../src/pty/process/processTree';
import type { PtyProcess } from '../../../../src/pty/ptyProcess';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { createRunTool } from '../../../../src/pty/process/runTool';
import {
  createRealSpawner,
  programSpec,
  record,
  waitForOutput,
} from '../../../support/pty/realPty';
import { waitFor } from '../../../support/waitFor';

const runTool = createRunTool(runCommand);
const IGNORE = "trap '' TERM HUP INT;";

/** Scripts of programs that may outlive their session. Each prints `ready` once it runs. */
const SCRIPTS: readonly (readonly [what: string, script: string, ends: 'asked' | 'killed'])[] = [
  ['a program that ends on SIGTERM', 'echo ready; exec sleep 1000', 'asked'],
  ['a login shell that ignores SIGTERM', "PS1='ready ' exec bash --norc -i", 'asked'],
  [
    'a program that ignores TERM, HUP and INT',
    `${IGNORE} echo ready; while :; do sleep 1; done`,
    'killed',
  ],
  ['a job under nohup', 'nohup sleep 1000 >/dev/null 2>&1 & echo ready; wait', 'asked'],
  ['a program in its own session', 'setsid sleep 1000 & echo ready; wait', 'asked'],
  [
    'a program in its own session whose parents have ended',
    '(setsid sh -c "sleep 1000 & exit" & ); sleep 0.1; echo ready; wait',
    'asked',
  ],
  [
    'a left-over program that ignores TERM, HUP and INT',
    `(setsid sh -c "${IGNORE} echo ready; while :; do sleep 1; done" & ); sleep 1000`,
    'killed',
  ],
  ['a stopped program', 'echo ready; kill -STOP $$', 'asked'],
  [
    'a stopped program that ignores TERM, HUP and INT',
    `${IGNORE} echo ready; kill -STOP $$; while :; do sleep 1; done`,
    'killed',
  ],
];

describe('terminate', function () {
  const terminate = createTerminate(systemClock);
  const started: { readonly marker: string; readonly program: PtyProcess }[] = [];

  afterEach(async () => {
    for (const { marker, program } of started.splice(0)) {
      program.dispose();
      await terminate({ pid: program.pid, marker });
    }
  });

  for (const [what, script, ends] of SCRIPTS) {
    it(`ends ${what}${ends === 'asked' ? ', which it does not kill' : ''}`, async () => {
      const { marker, program } = await startMarked(script);
      const signals: string[] = [];
      const kill = (pid: number, signal: NodeJS.Signals): void => {
        signals.push(signal);
        process.kill(pid, signal);
      };
      const table = createProcessTable(process.platform, systemClock);
      const deps = { table, kill, clock: systemClock, selfPid: process.pid };
      await endPrograms(deps, { pid: program.pid, marker });
      // On a busy machine a killed program needs longer to end than `terminate` waits.
      await waitFor(async () => (await findMarked(marker)).length === 0, {
        limitMs: 10_000,
        what: 'the end of all programs',
      });
      assert.equal(signals.includes('SIGKILL'), ends === 'killed', signals.join());
    });
  }

  it('sends SIGTERM, and gives the program time to clean up', async () => {
    const script =
      "trap 'sleep 0.1; echo tidied; exit 7' TERM; echo ready; while :; do sleep 0.1; done";
    const { marker, program, recording } = await startMarked(script);
    await terminate({ pid: program.pid, marker });
    const { output, exit } = await recording;
    assert.match(output.toString(), /tidied/);
    assert.deepEqual(exit, { exitCode: 7, signal: undefined });
  });

  it('does not end the programs of other sessions or of a reused pid', async () => {
    const other = await startMarked('echo ready; exec sleep 1000');
    const nobody = { pid: other.program.pid, startTime: 'another', marker: 'NO=marker' };
    assert.deepEqual(await terminate(nobody), []);
    assert.equal((await findMarked(other.marker)).length, 1);
    await terminate({ pid: other.program.pid });
    assert.deepEqual(await findMarked(other.marker), []);
  });

  it('finds a program by its marker also while that is replaced by another', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    const replaced = await startMarked('echo ready; exec /bin/sh -c "$AGAIN"', {
      AGAIN: 'exec /bin/sh -c "$AGAIN"',
    });
    for (let i = 0; i < 100; i++) {
      assert.equal((await findMarked(replaced.marker)).length, 1, `search ${i}`);
    }
  });

  it('can be called twice at once, and again later', async () => {
    const { marker, program } = await startMarked('echo ready; exec sleep 1000');
    const programs = { pid: program.pid, marker };
    assert.deepEqual(await Promise.all([terminate(programs), terminate(programs)]), [[], []]);
    assert.deepEqual(await terminate(programs), []);
  });

  async function startMarked(
    script: string,
    variables: Record<string, string> = {},
  ): Promise<Started> {
    const id = randomUUID();
    const base = programSpec('/bin/sh', ['-c', script]);
    const env = { ...base.env, ...variables, AGENT_TERMINALS_SESSION_MARKER: id };
    const program = createRealSpawner().spawn({ ...base, env });
    const marker = `AGENT_TERMINALS_SESSION_MARKER=${id}`;
    started.push({ marker, program });
    const recording = record(program);
    await waitForOutput(program, 'ready');
    return { marker, program, recording };
  }
});

describe('PsProcessTable', () => {
  it('lists this process like /proc, and refreshes an entry', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    const ofPs = await new PsProcessTable(runTool).list();
    const self = ofPs.find(({ pid }) => pid === process.pid);
    const ofProc = (await createProcessTable('linux', systemClock).list()).find(
      ({ pid }) => pid === process.pid,
    );
    assert.equal(self?.ppid, process.ppid);
    assert.equal(self?.pgid, ofProc?.pgid);
    assert.deepEqual((await new PsProcessTable(runTool).refresh(ofPs.slice(0, 1))).length, 1);
  });
});

interface Started {
  readonly marker: string;
  readonly program: PtyProcess;
  readonly recording: ReturnType<typeof record>;
}

async function findMarked(marker: string) {
  const all = await createProcessTable(process.platform, systemClock).list();
  return all.filter((entry) => carriesMarker(entry, marker));
}
