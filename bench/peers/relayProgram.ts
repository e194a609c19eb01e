import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { BareTerminals } from './bareTerminals';

/** The first line of a connection. */
export interface RelayRequest {
  readonly program: PtySpawnSpec;
  /** Whether the output is sent; if not, it is read and dropped, after one byte at the first output. */
  readonly isViewed: boolean;
}

/**
 * The least that a process between programs and their viewers does: one program per connection to a Unix
 * socket, whose bytes are passed on as they come.
 */
function serve(terminals: BareTerminals, socket: Socket): void {
  createInterface({ input: socket }).once('line', (line) => {
    const { program, isViewed } = JSON.parse(line) as RelayRequest;
    const terminal = terminals.open(program);
    let isFirst = true;
    terminal.onData.event((data) => {
      if (isViewed || isFirst) {
        isFirst = false;
        socket.write(isViewed ? data : '.');
        terminal.setUnsent(socket.writableLength);
      }
    });
    terminal.onEnd.event(() => socket.end());
    socket.on('drain', () => terminal.setUnsent(socket.writableLength));
    socket.on('data', (data) => terminal.write(data));
    socket.on('error', () => {});
    socket.on('close', () => void terminal.end());
  });
}

async function listen(path: string): Promise<void> {
  const terminals = await BareTerminals.start();
  createServer((socket) => serve(terminals, socket)).listen(path, () =>
    process.send?.('listening'),
  );
}

void listen(process.argv[2] ?? '');
