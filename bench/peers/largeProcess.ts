import { fork } from 'node:child_process';
import { once } from 'node:events';
import { benchProgram } from '../../scripts/lib/bundles/benchBundle.mjs';
import type { ProgramSpec } from '../../src/pty/ptyProcess';
import type { LargeProcessTask } from './largeProcessProgram';

/** The name of this peer in the table. */
export const LARGE_PROCESS = 'node-pty in a process as large';

const PROGRAM = benchProgram('peers/largeProcessProgram');

/** Controls a process with a given amount of memory, which starts programs by `node-pty`. */
export class LargeProcess {
  private readonly child;
  private readonly exited;

  /** @param mb its resident set size */
  constructor(mb: number) {
    this.child = fork(PROGRAM, [String(mb)]);
    this.exited = once(this.child, 'exit');
  }

  /** Resolves once the process has its size. */
  async ready(): Promise<void> {
    await this.nextMessage();
  }

  /** Resolves once the program has been started. */
  start(program: ProgramSpec): Promise<void> {
    return this.run({ kind: 'start', program });
  }

  /** Ends the program. */
  end(): Promise<void> {
    return this.run({ kind: 'end' });
  }

  async dispose(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  private async run(task: LargeProcessTask): Promise<void> {
    this.child.send(task);
    await this.nextMessage();
  }

  /** @throws {Error} if the process ends */
  private async nextMessage(): Promise<void> {
    const ended = this.exited.then(() => {
      throw new Error('The large process has ended.');
    });
    await Promise.race([once(this.child, 'message'), ended]);
  }
}

/** Calls `use` with a process of `mb` MB, which is ended once `use` has settled. */
export async function withLargeProcess<T>(
  mb: number,
  use: (large: LargeProcess) => Promise<T>,
): Promise<T> {
  const large = new LargeProcess(mb);
  try {
    await large.ready();
    return await use(large);
  } finally {
    await large.dispose();
  }
}
