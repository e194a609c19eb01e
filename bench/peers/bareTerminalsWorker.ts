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

/** The screen of the program `id` shows `bytes` further bytes; undefined: the worker can begin. */
export type ParsedOutput = { readonly id: number; readonly bytes: number } | undefined;

/** The worker thread of `BareTerminals`. */
const terminals = new Map<number, Terminal>();

function handle(message: TerminalMessage): void {
  const { id } = message;
  switch (message.kind) {
    case 'open':
      terminals.set(id, new Terminal(message.size));
      break;
    case 'output':
      terminals.get(id)?.write(message.bytes, () => {
        send({ id, bytes: message.bytes.length });
      });
      break;
    case 'close':
      terminals.get(id)?.dispose();
      terminals.delete(id);
      break;
  }
}

function send(parsed: ParsedOutput): void {
  parentPort?.postMessage(parsed);
}

parentPort?.on('message', handle);
send(undefined);
