import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { Upgrade } from '../http/httpListener';
import { CLOSE_MS, type ApiLimits } from '../limits';

/** The open WebSockets. Pings each one and terminates those whose peer does not respond. */
export class LiveSockets implements Disposable {
  private readonly server: WebSocketServer;

  constructor(
    private readonly limits: Pick<ApiLimits, 'bodyBytes' | 'pingMs'>,
    private readonly clock: Clock,
  ) {
    // `closeTimeout` is missing in the types of `ws`.
    const options = {
      noServer: true,
      maxPayload: limits.bodyBytes,
      perMessageDeflate: false,
      closeTimeout: CLOSE_MS,
    };
    this.server = new WebSocketServer(options);
  }

  /** Completes the upgrade of an authenticated request; a malformed one is refused. */
  open({ request, socket, head }: Upgrade, handleOpen: (socket: WebSocket) => void): void {
    this.server.handleUpgrade(request, socket, head, (opened) => {
      // The `close` event that follows reports the lost connection.
      opened.on('error', () => opened.terminate());
      this.watch(opened);
      handleOpen(opened);
    });
  }

  dispose(): void {
    for (const socket of this.server.clients) {
      socket.close(1011, 'DETACHED');
      socket.terminate();
    }
    this.server.close();
  }

  /** Without pings, data would be sent to a half-open connection for ever. */
  private watch(socket: WebSocket): void {
    const timer = new Timer(this.clock);
    let isAlive = true;
    const check = (): void => {
      if (!isAlive) {
        socket.terminate();
        return;
      }
      isAlive = false;
      socket.ping();
      timer.start(this.limits.pingMs, check);
    };
    timer.start(this.limits.pingMs, check);
    socket.on('pong', () => (isAlive = true));
    socket.on('message', () => (isAlive = true));
    socket.on('close', () => timer.dispose());
  }
}
