/** Something that holds a resource until it is told to let go. */
export interface Disposable {
  dispose(): void;
}

/** Makes a disposable of a function; however often it is disposed, `release` runs once. */
export function toDisposable(release: () => void): Disposable {
  let pending: (() => void) | undefined = release;
  return {
    dispose() {
      const run = pending;
      pending = undefined;
      run?.();
    },
  };
}

/**
 * Owns disposables and lets go of them newest first, so that nothing outlives
 * what it was built on. A throw does not keep the others alive: what was thrown
 * is collected and thrown once, as an `AggregateError`, after all are gone.
 */
export class DisposableStore implements Disposable {
  private readonly owned = new Set<Disposable>();
  private closed = false;

  get isDisposed(): boolean {
    return this.closed;
  }

  /** Takes `item` over and hands it back; too late, it is disposed at once. */
  add<T extends Disposable>(item: T): T {
    if (this.closed) {
      item.dispose();
    } else {
      this.owned.add(item);
    }
    return item;
  }

  /** Disposes `item` before its time and forgets it; a stranger is left alone. */
  delete(item: Disposable): void {
    if (this.owned.delete(item)) {
      item.dispose();
    }
  }

  dispose(): void {
    if (this.closed) {
      return;
    }
    this.closed = true;
    const newestFirst = [...this.owned].reverse();
    this.owned.clear();
    const errors = newestFirst.flatMap(disposeQuietly);
    if (errors.length > 0) {
      throw new AggregateError(errors, 'Not everything could be disposed.');
    }
  }
}

function disposeQuietly(item: Disposable): unknown[] {
  try {
    item.dispose();
    return [];
  } catch (error) {
    return [error];
  }
}
