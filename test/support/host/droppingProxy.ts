import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy between a client and a window that closes its connections on request. */
export class DroppingProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  /** Whether new connections are closed, too. */
  isDown = false;
  /** The number of accepted connections. */
  connections = 0;

  constructor(private readonly target: string) {}

  /** Starts to listen; returns the address. */
  async open(): Promise<string> {
    const server = createServer((socket) => this.carry(socket));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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

  private carry(socket: Socket): void {
    this.connections++;
    if (this.isDown) {
      socket.destroy();
      return;
    }
    const { hostname, port, host } = new URL(this.target);
    const onward = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
    // The window refuses requests that name another host.
    socket.once('data', (first) => {
      onward.write(first.toString('latin1').replace(/^Host: .*$/im, `Host: ${host}`), 'latin1');
      socket.pipe(onward);
    });
    onward.pipe(socket);
  }
}
