import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** A WebSocket server that returns each message: the minimal latency of a viewer over a WebSocket. */
export class EchoSocketServer {
  private readonly server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    perMessageDeflate: false,
  });

  /** Resolves to its URL. */
  async start(): Promise<string> {
    this.server.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => socket.send(data));
    });
    await once(this.server, 'listening');
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  end(): void {
    this.server.clients.forEach((socket) => socket.terminate());
    this.server.close();
  }
}
