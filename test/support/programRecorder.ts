import assert from 'node:assert/strict';
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { NodePtySpawner } from '../../src/pty/native/nodePtySpawner';

/** The functions of `child_process` that start programs. */
const STARTING = 'exec execFile execFileSync execSync fork spawn spawnSync'.split(' ');

/** On macOS it finds the programs of a session that is ended. It reads nothing of a folder. */
const PROCESS_LIST = '/bin/ps';

/** How much of a program's arguments is recorded. */
const MOST_CHARS = 200;

type Start = (file: string, ...rest: readonly unknown[]) => unknown;

/** What happens to the programs of the code under test. */
type Mode =
  /** They run and are not recorded. */
  | 'idle'
  /** They are recorded and run. */
  | 'record'
  /** They are recorded and do not run. */
  | 'block';

/**
 * Records the programs that this process starts, below all code of the project: in `child_process`,
 * and at the PTYs.
 */
export class ProgramRecorder {
  private readonly undo: (() => void)[] = [];
  private mode: Mode = 'idle';
  /** The programs since {@link set}, with their arguments and directories. */
  readonly programs: string[] = [];

  install(): void {
    const functions = childProcess as unknown as Record<string, Start>;
    for (const name of STARTING) {
      const start = functions[name];
      assert.ok(start, name);
      functions[name] = (file, ...rest) => {
        this.note(file, rest);
        return start(file, ...rest);
      };
      this.undo.push(() => (functions[name] = start));
    }
    syncBuiltinESMExports();
    const { note } = this;
    const ptys = NodePtySpawner.prototype;
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its `this`
    const { spawn } = ptys;
    ptys.spawn = function (this: NodePtySpawner, spec) {
      note(spec.file, [spec.args, { cwd: spec.cwd }]);
      return spawn.call(this, spec);
    };
    this.undo.push(() => (ptys.spawn = spawn));
  }

  restore(): void {
    this.undo.splice(0).forEach((undo) => undo());
    syncBuiltinESMExports();
  }

  /** Forgets the programs so far. */
  set(mode: Mode): void {
    this.mode = mode;
    this.programs.length = 0;
  }

  /** Does not record the programs that run until `work` has ended. */
  async paused<T>(work: () => Promise<T>): Promise<T> {
    const { mode } = this;
    this.mode = 'idle';
    try {
      return await work();
    } finally {
      this.mode = mode;
    }
  }

  private readonly note = (file: string, rest: readonly unknown[]): void => {
    if (this.mode === 'idle' || file === PROCESS_LIST) {
      return;
    }
    this.programs.push(`${file} ${JSON.stringify(rest).slice(0, MOST_CHARS)}`);
    if (this.mode === 'block') {
      throw new Error('The test runs no program.');
    }
  };
}
