import assert from 'node:assert/strict';
import type { ProcessTable, RunningProcess } from '../../../../src/pty/process/processTable';
import { terminate, type Survivor } from '../../../../src/pty/process/terminate';
import { ManualClock } from '../../../support/manualClock';

interface FakeProgram extends RunningProcess {
  /** The signals that end it. */
  readonly endedBy: readonly NodeJS.Signals[];
}

function program(pid: number, ppid: number, rest: Partial<FakeProgram> = {}): FakeProgram {
  const fixed = { pgid: pid, sid: pid, startTime: '1', environment: '', ignoresTerm: false };
  return {
    pid,
    ppid,
    command: `program ${pid}`,
    ...fixed,
    endedBy: ['SIGTERM', 'SIGKILL'],
    ...rest,
  };
}

/** A machine whose programs end on the signals in `endedBy`. It records each signal with its time. */
class FakeMachine implements ProcessTable {
  readonly clock = new ManualClock();
  readonly signals: string[] = [];
  /** How long a search takes. */
  searchMs = 0;
  onKill: (pid: number, signal: NodeJS.Signals) => void = () => {};

  constructor(public programs: readonly FakeProgram[]) {}

  list() {
    this.clock.advance(this.searchMs);
    return Promise.resolve(this.programs);
  }

  refresh(entries: readonly { readonly pid: number; readonly startTime: string }[]) {
    return Promise.resolve(
      this.programs.filter((running) =>
        entries.some((one) => one.pid === running.pid && one.startTime === running.startTime),
      ),
    );
  }

  /** Runs `terminate` to its end, and returns the survivors and the time that passed. */
  async end(
    pid: number,
    startTime?: string,
    marker?: string,
  ): Promise<{ survivors: readonly Survivor[]; ms: number }> {
    let survivors: readonly Survivor[] | undefined;
    const deps = { table: this, clock: this.clock, selfPid: 50, kill: this.kill.bind(this) };
    void terminate(deps, { pid, startTime, marker }).then((left) => (survivors = left));
    for (let turn = 0; turn < 50_000; turn += 1) {
      await Promise.resolve();
      if (survivors) {
        return { survivors, ms: this.clock.now() };
      }
      if (turn % 50 === 49) {
        this.clock.advance(5);
      }
    }
    throw new Error('terminate did not settle within five simulated seconds');
  }

  private kill(pid: number, signal: NodeJS.Signals): void {
    const target = this.programs.find((one) => one.pid === pid);
    if (!target) {
      throw new Error('ESRCH');
    }
    this.signals.push(`${this.clock.now()} ${signal} ${pid}`);
    if (target.endedBy.includes(signal)) {
      this.programs = this.programs.filter((one) => one !== target);
    }
    this.onKill(pid, signal);
  }
}

describe('terminate', () => {
  it('sends SIGTERM to all programs, and resolves when they have ended', async () => {
    const machine = new FakeMachine([program(50, 1), program(100, 50), program(101, 100)]);
    assert.deepEqual(await machine.end(100), { survivors: [], ms: 25 });
    assert.deepEqual(machine.signals, ['0 SIGTERM 100', '0 SIGTERM 101']);
  });

  it('sends no signal if the pid is unused or belongs to a later program', async () => {
    const machine = new FakeMachine([program(50, 1), program(100, 1, { startTime: '2' })]);
    assert.deepEqual(await machine.end(99), { survivors: [], ms: 0 });
    assert.deepEqual(await machine.end(100, '1'), { survivors: [], ms: 0 });
    assert.deepEqual(machine.signals, []);
  });

  it('sends SIGHUP as soon as all remaining programs ignore SIGTERM', async () => {
    const shell = program(100, 50, { ignoresTerm: true, endedBy: ['SIGHUP'] });
    const machine = new FakeMachine([shell]);
    assert.deepEqual(await machine.end(100), { survivors: [], ms: 50 });
    assert.deepEqual(machine.signals, ['0 SIGTERM 100', '0 SIGCONT 100', '25 SIGHUP 100']);
  });

  it('sends SIGHUP after 1 s and SIGKILL after 2 s, and returns the survivors after 3 s', async () => {
    const machine = new FakeMachine([program(100, 50, { endedBy: [] })]);
    const { survivors, ms } = await machine.end(100);
    assert.deepEqual(survivors, [{ pid: 100, command: 'program 100' }]);
    assert.equal(ms, 3000);
    assert.deepEqual(machine.signals, [
      '0 SIGTERM 100',
      '0 SIGCONT 100',
      '1000 SIGHUP 100',
      '1000 SIGCONT 100',
      '2000 SIGKILL 100',
    ]);
  });

  it('ends programs that were started in the meantime', async () => {
    const stubborn = program(100, 50, { endedBy: ['SIGKILL'] });
    const machine = new FakeMachine([stubborn, program(101, 100)]);
    machine.onKill = (pid, signal) => {
      if (pid === 101 && signal === 'SIGTERM') {
        machine.programs = [
          ...machine.programs,
          program(102, 1, { sid: 100, endedBy: ['SIGKILL'] }),
        ];
      }
    };
    assert.deepEqual((await machine.end(100)).survivors, []);
    assert.deepEqual(machine.signals.slice(-2), ['2000 SIGKILL 100', '2000 SIGKILL 102']);
  });

  it('lists the programs again when all have ended, and ends one that was left behind', async () => {
    const machine = new FakeMachine([program(100, 50)]);
    machine.onKill = (pid) => {
      if (pid === 100) {
        machine.programs = [program(101, 1, { environment: 'MARK=abc\0' })];
      }
    };
    assert.deepEqual(await machine.end(100, '1', 'MARK=abc'), { survivors: [], ms: 50 });
    assert.deepEqual(machine.signals, ['0 SIGTERM 100', '25 SIGTERM 101']);
  });

  it('waits for the end of one that a slow search finds after the time from SIGKILL', async () => {
    const machine = new FakeMachine([program(100, 50, { endedBy: ['SIGKILL'] })]);
    machine.onKill = (pid, signal) => {
      if (pid === 100 && signal === 'SIGKILL') {
        machine.searchMs = 1200;
        machine.programs = [program(101, 1, { environment: 'MARK=abc\0' })];
      }
    };
    assert.deepEqual((await machine.end(100, '1', 'MARK=abc')).survivors, []);
    assert.equal(machine.signals.at(-1), '3225 SIGKILL 101');
  });

  it('leaves no timer', async () => {
    const machine = new FakeMachine([program(100, 50)]);
    await machine.end(100);
    assert.equal(machine.clock.pendingTimers, 0);
  });
});
