import type { Logger } from '../../base/logger';
import { UNACCEPTED_INPUT_BYTES } from './limits';

/** How much a message counts against the limit, in bytes; messages are short. */
const MESSAGE_BYTES = 128;

interface Item {
  /**
   * The number of an input, which is stored until the host has accepted it; undefined for messages.
   */
  readonly seq: number | undefined;
  readonly bytes: number;
  readonly send: () => void;
}

/**
 * The input and messages for the sessions of a host, in their order. Without a connection they wait.
 * Input is numbered, stored until the host has accepted it, and sent again after a reconnection if
 * its acceptance is unknown.
 */
export class Outbox {
  private items: Item[] = [];
  private waitingBytes = 0;
  private lastSeq = 0;
  private isOpen = false;
  private isRefusing = false;
  private whenEmpty: (() => void)[] = [];

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  /** Settles when nothing waits to be sent or accepted. */
  emptied(): Promise<void> {
    return new Promise((resolve) => {
      this.whenEmpty.push(resolve);
      this.set(this.items);
    });
  }

  /**
   * Sends input of this many bytes. `send` is called again if the connection was lost before the
   * input was accepted.
   */
  type(bytes: number, send: (seq: number) => void): void {
    if (bytes === 0 || !this.hasRoom(bytes)) {
      return;
    }
    const seq = ++this.lastSeq;
    this.keep({ seq, bytes, send: () => send(seq) });
    if (this.isOpen) {
      send(seq);
    }
  }

  /** Sends a message once. */
  post(send: () => void): void {
    if (this.isOpen) {
      send();
    } else if (this.hasRoom(MESSAGE_BYTES)) {
      this.keep({ seq: undefined, bytes: MESSAGE_BYTES, send });
    }
  }

  /** The host has accepted all input up to that number. */
  handleAccepted(accepted: number): void {
    this.set(this.items.filter(({ seq }) => seq === undefined || seq > accepted));
  }

  /** A connection was made: sends what waits, except what the host has already accepted. */
  open(accepted: number): void {
    this.handleAccepted(accepted);
    this.isOpen = true;
    this.items.forEach(({ send }) => send());
    this.set(this.items.filter(({ seq }) => seq !== undefined));
  }

  close(): void {
    this.isOpen = false;
  }

  /**
   * The sessions have ended. The numbering continues: a host that is found again would drop
   * repeated numbers.
   */
  clear(): void {
    this.set([]);
    this.isOpen = false;
  }

  private hasRoom(bytes: number): boolean {
    const fits = this.waitingBytes + bytes <= UNACCEPTED_INPUT_BYTES;
    if (!fits && !this.isRefusing) {
      this.isRefusing = true;
      this.logger.warn(
        `Input of ${bytes} bytes was dropped because the session host has not accepted the ${this.waitingBytes} bytes before it. Further input is dropped while it does not fit.`,
      );
    }
    return fits;
  }

  private keep(item: Item): void {
    this.items.push(item);
    this.waitingBytes += item.bytes;
  }

  private set(items: Item[]): void {
    this.items = items;
    this.waitingBytes = items.reduce((sum, { bytes }) => sum + bytes, 0);
    this.isRefusing &&= this.waitingBytes > 0;
    if (items.length === 0) {
      this.whenEmpty.splice(0).forEach((resolve) => resolve());
    }
  }
}
