import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { BareTerminal } from './bareTerminal';
import { BareTerminals } from './bareTerminals';

/** What a relay does with the output besides passing it on. */
export type RelayKind = 'ptys' | 'terminals';

/** The first line of a connection. */
export interface RelayRequest {
  readonly program: PtySpawnSpec;
  /** Whether the output is sent; if not, it is read and dropped, after one byte at the first output. */
  readonly isViewed: boolean;
}

type Open = (program: PtySpawnSpec) => BareTerminal;

/**
 * The least that a process between programs and their viewers does: one program per connection to a Unix
 * socket, whose bytes are passed on as they come.
 */
function serve(open: Open, socket: Socket): void {
  createInterface({ input: socket }).once('line', (line) => {
    const { program, isViewed } = JSON.parse(line) as RelayRequest;
    const terminal = open(program);
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

/** Opens programs whose output is only passed on. */
function openPty(program: PtySpawnSpec): BareTerminal {
  const terminal = new BareTerminal(program, (bytes) => terminal.addParsed(bytes.length));
  return terminal;
}

async function listen(path: string, kind: RelayKind): Promise<void> {
  const terminals = kind === 'terminals' ? await BareTerminals.start() : undefined;
  const open: Open = (program) => terminals?.open(program) ?? openPty(program);
  createServer((socket) => serve(open, socket)).listen(path, () => process.send?.('listening'));
}

const [path = '', kind = 'ptys'] = process.argv.slice(2);
void listen(path, kind as RelayKind);
