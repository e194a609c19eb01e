import type { Dimensions } from './ptyProcess';

/** The most that is parsed before the backlog is looked at again, in bytes. */
const BATCH_BYTES = 256 * 1024;

/** Output that waits to be parsed. */
export interface WaitingOutput {
  readonly kind: 'output';
  readonly bytes: Uint8Array;
  /** Whether questions in it are the screen's to answer: nobody else saw them. */
  readonly isAnswered: boolean;
}

interface WaitingResize {
  readonly kind: 'resize';
  readonly dimensions: Dimensions;
}

/** Somebody who wants to see the screen as it is at this point of the output. */
export interface WaitingLook {
  readonly kind: 'look';
  readonly look: () => Promise<void>;
  readonly giveUp: () => void;
}

export type Waiting = WaitingOutput | WaitingResize | WaitingLook;

/** What a screen has been told and has not done yet, in order. */
export class ScreenBacklog {
  private items: Waiting[] = [];
  private size = 0;
  private lookCount = 0;

  /** Output that waits, in bytes. */
  get bytes(): number {
    return this.size;
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  get hasLooks(): boolean {
    return this.lookCount > 0;
  }

  push(item: Waiting): void {
    if (item.kind === 'output') {
      this.size += item.bytes.length;
    } else if (item.kind === 'look') {
      this.lookCount++;
    } else if (this.items.at(-1)?.kind === 'resize') {
      // Nothing was written between the two: only the last size is ever seen.
      this.items.pop();
    }
    this.items.push(item);
  }

  /** The next thing to do; chunks of output in a row come as one. */
  shift(): Waiting | undefined {
    const first = this.items[0];
    if (first?.kind !== 'output') {
      this.lookCount -= first?.kind === 'look' ? 1 : 0;
      return this.items.shift();
    }
    const chunks = this.leadingChunks(first.isAnswered);
    this.items.splice(0, chunks.length);
    const bytes = chunks.length === 1 ? first.bytes : Buffer.concat(chunks);
    this.size -= bytes.length;
    return { ...first, bytes };
  }

  /** Forgets all, and gives back those who wait to look. */
  clear(): readonly WaitingLook[] {
    const looks = this.items.filter((item) => item.kind === 'look');
    this.items = [];
    this.size = 0;
    this.lookCount = 0;
    return looks;
  }

  private leadingChunks(isAnswered: boolean): Uint8Array[] {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for (const item of this.items) {
      if (item.kind !== 'output' || item.isAnswered !== isAnswered || bytes >= BATCH_BYTES) {
        break;
      }
      chunks.push(item.bytes);
      bytes += item.bytes.length;
    }
    return chunks;
  }
}
