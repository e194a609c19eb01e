import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { COALESCE } from '../limits';

/**
 * Joins output into fewer, larger pieces: the first of a burst is written at once, so
 * that an echo is not late; what follows is joined, by time and size (`COALESCE`).
 */
export class Coalescer<T extends { readonly length: number }> implements Disposable {
  private pending: T[] = [];
  private pendingLength = 0;
  private window: Disposable | undefined;

  constructor(
    private readonly clock: Pick<Clock, 'schedule'>,
    private readonly join: (pieces: readonly T[]) => T,
    private readonly write: (joined: T) => void,
  ) {}

  push(piece: T): void {
    this.pending.push(piece);
    this.pendingLength += piece.length;
    if (!this.window || this.pendingLength >= COALESCE.chars) {
      this.flush();
      this.openWindow();
    }
  }

  /** Writes what waits, now. */
  flush(): void {
    if (this.pendingLength > 0) {
      const joined = this.join(this.pending);
      this.clear();
      this.write(joined);
    }
  }

  /** Drops what waits. */
  clear(): void {
    this.pending = [];
    this.pendingLength = 0;
  }

  dispose(): void {
    this.window?.dispose();
    this.clear();
  }

  private openWindow(): void {
    this.window?.dispose();
    this.window = this.clock.schedule(COALESCE.ms, () => {
      this.window = undefined;
      if (this.pendingLength > 0) {
        this.flush();
        this.openWindow();
      }
    });
  }
}

/** A single piece is not copied. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces;
  return pieces.length === 1 && first ? first : Buffer.concat(pieces);
}

export function joinText(pieces: readonly string[]): string {
  return pieces.join('');
}
