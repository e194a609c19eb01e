import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { Upgrade } from '../apiServer';
import { CLOSE_MS, type ApiLimits } from '../limits';

/** The WebSockets that are open: each has to show now and then that its other end lives. */
export class LiveSockets implements Disposable {
  private readonly server: WebSocketServer;

  constructor(
    private readonly limits: Pick<ApiLimits, 'bodyBytes' | 'pingMs'>,
    private readonly clock: Clock,
  ) {
    // The types of `ws` do not know `closeTimeout` yet.
    const options = {
      noServer: true,
      maxPayload: limits.bodyBytes,
      perMessageDeflate: false,
      closeTimeout: CLOSE_MS,
    };
    this.server = new WebSocketServer(options);
  }

  /** Makes a WebSocket of a request that has been let in; one that is malformed is refused. */
  open({ request, socket, head }: Upgrade, handleOpen: (socket: WebSocket) => void): void {
    this.server.handleUpgrade(request, socket, head, (opened) => {
      // What breaks off is told by its `close`.
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

  /** One that is half open would else be sent to for ever. */
  private watch(socket: WebSocket): void {
    const timer = new Timer(this.clock);
    let isAlive = true;
    const look = (): void => {
      if (!isAlive) {
        socket.terminate();
        return;
      }
      isAlive = false;
      socket.ping();
      timer.start(this.limits.pingMs, look);
    };
    timer.start(this.limits.pingMs, look);
    socket.on('pong', () => (isAlive = true));
    socket.on('message', () => (isAlive = true));
    socket.on('close', () => timer.dispose());
  }
}
