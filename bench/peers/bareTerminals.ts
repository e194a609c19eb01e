import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { BareTerminal } from './bareTerminal';
import type { ParsedOutput, TerminalOutput } from './bareTerminalsWorker';

/** The name of this peer in the table. */
export const BARE_TERMINAL = 'a bare terminal';

const WORKER = join(__dirname, 'bareTerminalsWorker.ts');

/**
 * The least that keeps the screens of programs: `node-pty`, whose output is passed on as it comes, and parsed by
 * terminals of `@xterm/headless` in one worker thread.
 */
export class BareTerminals {
  private readonly terminals = new Map<number, BareTerminal>();
  private count = 0;

  private constructor(private readonly worker: Worker) {
    worker.on('message', ({ id, bytes }: ParsedOutput) => this.terminals.get(id)?.addParsed(bytes));
  }

  /** Resolves once the worker runs. */
  static async start(): Promise<BareTerminals> {
    const worker = new Worker(WORKER, { execArgv: ['--import=tsx'] });
    await once(worker, 'online');
    return new BareTerminals(worker);
  }

  open(program: PtySpawnSpec): BareTerminal {
    const id = this.count++;
    const parse = (bytes: Uint8Array): void =>
      this.worker.postMessage({ id, bytes } satisfies TerminalOutput);
    const terminal = new BareTerminal(program, parse);
    this.terminals.set(id, terminal);
    return terminal;
  }

  /** The programs must have ended before. */
  async end(): Promise<void> {
    await this.worker.terminate();
  }
}
