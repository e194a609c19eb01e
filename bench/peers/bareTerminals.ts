import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { benchProgram } from '../../scripts/lib/bundles/benchBundle.mjs';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { BareTerminal } from './bareTerminal';
import type { TerminalMessage, WorkerMessage } from './bareTerminalsWorker';

/** As in most sessions that are measured beside it. */
const SCROLLBACK = 1000;

const WORKER = benchProgram('peers/bareTerminalsWorker');

/**
 * The least that keeps the screens of programs: `node-pty`, whose output is passed on as it comes, and parsed by
 * terminals of `@xterm/headless` in one worker thread, which answer their queries.
 */
export class BareTerminals {
  private readonly terminals = new Map<number, BareTerminal>();
  private count = 0;

  private constructor(private readonly worker: Worker) {
    worker.on('message', (message: WorkerMessage) => {
      const terminal = this.terminals.get(message.id);
      if (message.kind === 'parsed') {
        terminal?.addParsed(message.bytes);
      } else {
        terminal?.write(message.text);
      }
    });
  }

  /**
   * @throws {Error} if the worker fails
   */
  static async start(): Promise<BareTerminals> {
    const worker = new Worker(WORKER);
    await once(worker, 'online');
    return new BareTerminals(worker);
  }

  open(program: PtySpawnSpec): BareTerminal {
    const id = this.count++;
    const { cols, rows } = program;
    this.send({ kind: 'open', id, size: { cols, rows, scrollback: SCROLLBACK } });
    const terminal = new BareTerminal(program, (bytes) => this.send({ kind: 'output', id, bytes }));
    this.terminals.set(id, terminal);
    terminal.onEnd.event(() => {
      this.terminals.delete(id);
      this.send({ kind: 'close', id });
    });
    return terminal;
  }

  /** Kills the programs and ends the worker. */
  async end(): Promise<void> {
    await Promise.all([...this.terminals.values()].map((terminal) => terminal.end()));
    await this.worker.terminate();
  }

  private send(message: TerminalMessage): void {
    this.worker.postMessage(message);
  }
}

/** Calls `use` with new bare terminals, which are ended once `use` has settled. */
export async function withBareTerminals<T>(
  use: (terminals: BareTerminals) => Promise<T>,
): Promise<T> {
  const terminals = await BareTerminals.start();
  try {
    return await use(terminals);
  } finally {
    await terminals.end();
  }
}
