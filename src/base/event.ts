import { toDisposable, type Disposable } from './lifecycle';

/** Subscribes `listener`; disposing the result unsubscribes it. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * The source of an {@link Event}, for code that may not know VS Code. A listener
 * that throws hides nothing from the others; its error goes to `onListenerError`.
 */
export class Emitter<T> implements Disposable {
  private listeners: readonly ((value: T) => void)[] = [];
  private closed = false;

  constructor(private readonly onListenerError: (error: unknown) => void = throwLater) {}

  readonly event: Event<T> = (listener) => {
    if (this.closed) {
      return toDisposable(() => {});
    }
    // Wrapped, so that a function subscribed twice is two listeners.
    const own = (value: T): void => listener(value);
    // The list is replaced, never changed: whoever is iterating keeps the one it began with.
    this.listeners = [...this.listeners, own];
    return toDisposable(() => {
      this.listeners = this.listeners.filter((other) => other !== own);
    });
  };

  get hasListeners(): boolean {
    return this.listeners.length > 0;
  }

  fire(value: T): void {
    for (const listener of this.listeners) {
      try {
        listener(value);
      } catch (error) {
        this.onListenerError(error);
      }
    }
  }

  dispose(): void {
    this.closed = true;
    this.listeners = [];
  }
}

/** An uncaught exception a moment later: the fault is seen, and the firing goes on. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
