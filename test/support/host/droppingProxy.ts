import { renameSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a client and a window that closes its connections on request. */
export class DroppingProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  /** Whether new connections are closed, too. */
  isDown = false;
  /** The number of accepted connections. */
  connections = 0;

  /** @param path The path of the window's socket. */
  constructor(private readonly path: string) {}

  /** Takes the place of the window's socket, because a window proves itself for its own path only. */
  async replace(): Promise<void> {
    renameSync(this.path, this.target);
    const server = createServer((socket) => this.carry(socket));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.path, resolve));
  }

  /** Closes all connections without a closing handshake, as a failing network does. */
  drop(): void {
    this.sockets.forEach((socket) => socket.destroy());
    this.sockets.clear();
  }

  close(): void {
    this.drop();
    this.server?.close();
  }

  private get target(): string {
    return `${this.path}.real`;
  }

  private carry(socket: Socket): void {
    this.connections++;
    if (this.isDown) {
      socket.destroy();
      return;
    }
    const onward = connect(this.target);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  }
}
