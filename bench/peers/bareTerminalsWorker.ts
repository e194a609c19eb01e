import { parentPort } from 'node:worker_threads';
import { Terminal } from '@xterm/headless';
import type { Dimensions } from '../../src/pty/ptyProcess';

interface TerminalSize extends Dimensions {
  readonly scrollback: number;
}

/** A message to the worker about the program `id`. */
export type TerminalMessage =
  | { readonly kind: 'open'; readonly id: number; readonly size: TerminalSize }
  /** Its next output. */
  | { readonly kind: 'output'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'close'; readonly id: number };

/** A message from the worker about the program `id`. */
export type WorkerMessage =
  /** Its screen shows `bytes` further bytes. */
  | { readonly kind: 'parsed'; readonly id: number; readonly bytes: number }
  /** The answer to a query in its output. */
  | { readonly kind: 'answer'; readonly id: number; readonly text: string };

/** The worker thread of `BareTerminals`. */
const terminals = new Map<number, Terminal>();

function handle(message: TerminalMessage): void {
  const { id } = message;
  switch (message.kind) {
    case 'open': {
      const terminal = new Terminal(message.size);
      terminal.onData((text) => send({ kind: 'answer', id, text }));
      terminals.set(id, terminal);
      break;
    }
    case 'output':
      terminals.get(id)?.write(message.bytes, () => {
        send({ kind: 'parsed', id, bytes: message.bytes.length });
      });
      break;
    case 'close':
      terminals.get(id)?.dispose();
      terminals.delete(id);
      break;
  }
}

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', handle);
