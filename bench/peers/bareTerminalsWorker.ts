import { parentPort } from 'node:worker_threads';
import { Terminal } from '@xterm/headless';

/** Output of the program `id`, in the order in which it was read. */
export interface TerminalOutput {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** The screen of the program `id` shows `bytes` further bytes. */
export interface ParsedOutput {
  readonly id: number;
  readonly bytes: number;
}

const SCROLLBACK = 1000;

/** The worker thread of `BareTerminals`. */
const terminals = new Map<number, Terminal>();

parentPort?.on('message', ({ id, bytes }: TerminalOutput) => {
  terminalOf(id).write(bytes, () => {
    parentPort?.postMessage({ id, bytes: bytes.length } satisfies ParsedOutput);
  });
});

function terminalOf(id: number): Terminal {
  const existing = terminals.get(id);
  if (existing) {
    return existing;
  }
  const options = { cols: 80, rows: 24, scrollback: SCROLLBACK, allowProposedApi: true };
  const terminal = new Terminal(options);
  terminals.set(id, terminal);
  return terminal;
}
