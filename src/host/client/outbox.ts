import type { Logger } from '../../base/logger';
import { UNTAKEN_INPUT_BYTES } from './limits';

/** What a note takes of the limit: it is short. */
const NOTE_BYTES = 128;

interface Item {
  /** Of what is typed: it is kept until the host has taken it. */
  readonly seq: number | undefined;
  readonly bytes: number;
  readonly send: () => void;
}

/**
 * What goes to the sessions of a host in the order in which it was done. While there is no connection
 * it waits; what is typed is counted, kept until it was taken, and sent again where that is not known.
 */
export class Outbox {
  private items: Item[] = [];
  private waitingBytes = 0;
  private lastSeq = 0;
  private isOpen = false;
  private isRefusing = false;
  private whenEmpty: (() => void)[] = [];

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  /** Settles once nothing waits to be sent or taken. */
  emptied(): Promise<void> {
    return new Promise((resolve) => {
      this.whenEmpty.push(resolve);
      this.set(this.items);
    });
  }

  /** Keystrokes of so many bytes; `send` is called again where the connection was lost meanwhile. */
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

  /** A note that may be sent once and not again. */
  post(send: () => void): void {
    if (this.isOpen) {
      send();
    } else if (this.hasRoom(NOTE_BYTES)) {
      this.keep({ seq: undefined, bytes: NOTE_BYTES, send });
    }
  }

  /** The host has taken all that was typed up to that number. */
  handleTaken(taken: number): void {
    this.set(this.items.filter(({ seq }) => seq === undefined || seq > taken));
  }

  /** There is a connection: what waits goes, but for what the host has `taken` over another one. */
  open(taken: number): void {
    this.handleTaken(taken);
    this.isOpen = true;
    this.items.forEach(({ send }) => send());
    this.set(this.items.filter(({ seq }) => seq !== undefined));
  }

  close(): void {
    this.isOpen = false;
  }

  /** Those that it was for are gone. It counts on: a host that is found again would take a number of before for typed. */
  clear(): void {
    this.set([]);
    this.isOpen = false;
  }

  private hasRoom(bytes: number): boolean {
    const fits = this.waitingBytes + bytes <= UNTAKEN_INPUT_BYTES;
    if (!fits && !this.isRefusing) {
      this.isRefusing = true;
      this.logger.warn(
        `Input of ${bytes} bytes was dropped, and what follows is until there is room: the session host has not taken the ${this.waitingBytes} that wait for it.`,
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
