import type {
  AttachHandlers,
  AttachSocket,
  Frame,
  OpenSocket,
} from '../../../src/client/session/attachSocket';
import type { Size } from '../../../src/client/size';

/** A connection whose other end is the test. */
export class FakeSocket implements AttachSocket {
  readonly sent: string[] = [];
  isClosed = false;
  bufferedBytes = 0;

  constructor(
    readonly size: Size | undefined,
    readonly handlers: AttachHandlers,
  ) {}

  send(frame: Frame): void {
    this.sent.push(typeof frame === 'string' ? frame : Buffer.from(frame).toString('utf8'));
  }

  close(): void {
    this.isClosed = true;
  }
}

/** Opens fake connections, and stores them in order. */
export class FakeSockets {
  readonly all: FakeSocket[] = [];

  readonly open: OpenSocket = (size, handlers) => {
    const socket = new FakeSocket(size, handlers);
    this.all.push(socket);
    return socket;
  };

  /** The newest connection. */
  get last(): FakeSocket {
    const socket = this.all.at(-1);
    if (!socket) {
      throw new Error('There is no connection.');
    }
    return socket;
  }
}
