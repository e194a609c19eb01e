import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ProgramSpec } from '../../src/pty/ptyProcess';
import type { LargeProcessTask } from './largeProcessProgram';

/** The name of this peer in the table. */
export const LARGE_PROCESS = 'node-pty in a process as large';

const PROGRAM = join(__dirname, 'largeProcessProgram.ts');

/** Controls a process with a given amount of memory, which starts programs by `node-pty`: `fork` copies its page tables. */
export class LargeProcess {
  private readonly child;

  /** @param mb its resident set size */
  constructor(mb: number) {
    this.child = fork(PROGRAM, [String(mb)], { execArgv: ['--import=tsx'] });
  }

  /** Resolves once the process has its size. */
  async ready(): Promise<void> {
    await once(this.child, 'message');
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
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  private async run(task: LargeProcessTask): Promise<void> {
    this.child.send(task);
    await once(this.child, 'message');
  }
}
