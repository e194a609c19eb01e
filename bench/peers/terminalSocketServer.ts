import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import type { BareTerminals } from './bareTerminals';

/** The name of this peer in the table. */
export const TERMINAL_SOCKET = 'a bare terminal behind a WebSocket';

/** A WebSocket server with one bare terminal per connection. */
export class TerminalSocketServer {
  private readonly server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    perMessageDeflate: false,
  });

  private readonly ends = new Set<Promise<void>>();

  constructor(private readonly terminals: BareTerminals) {}

  /** Resolves to the URL of a program that is started by each connection, which ends it. */
  async start(program: PtySpawnSpec): Promise<string> {
    this.server.on('connection', (socket) => this.serve(socket, program));
    await once(this.server, 'listening');
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves once the programs of all closed connections have ended. */
  async settle(): Promise<void> {
    await Promise.all(this.ends);
  }

  end(): void {
    this.server.clients.forEach((socket) => socket.terminate());
    this.server.close();
  }

  private serve(socket: WebSocket, program: PtySpawnSpec): void {
    const terminal = this.terminals.open(program);
    const update = (): void => terminal.setUnsent(socket.bufferedAmount);
    terminal.onData.event((data) => {
      socket.send(data, update);
      update();
    });
    socket.on('message', (data: Buffer) => terminal.write(data));
    socket.on('error', () => {});
    socket.on('close', () => void this.ends.add(terminal.end()));
  }
}
