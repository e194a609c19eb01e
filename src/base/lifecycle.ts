/** Something that holds a resource until it is disposed. */
export interface Disposable {
  dispose(): void;
}

/** Creates a disposable from a function. `release` runs once, however often it is disposed. */
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
 * Owns disposables and disposes them newest first, so that nothing outlives what it depends on. If
 * one throws, the others are still disposed; the errors are then thrown together as an
 * `AggregateError`.
 */
export class DisposableStore implements Disposable {
  private readonly owned = new Set<Disposable>();
  private closed = false;

  get isDisposed(): boolean {
    return this.closed;
  }

  /**
   * Takes ownership of `item` and returns it. If the store is already disposed, `item` is disposed
   * at once.
   */
  add<T extends Disposable>(item: T): T {
    if (this.closed) {
      item.dispose();
    } else {
      this.owned.add(item);
    }
    return item;
  }

  /** Disposes and removes `item`. Does nothing if the store does not own it. */
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
