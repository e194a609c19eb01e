import { toDisposable, type Disposable } from './lifecycle';

/** Subscribes `listener`. Disposing the result unsubscribes it. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * The source of an {@link Event}, for code that does not import VS Code. If a listener throws, the
 * other listeners still run, and `onListenerError` receives the error.
 */
export class Emitter<T> implements Disposable {
  private listeners: readonly ((value: T) => void)[] = [];
  private closed = false;

  constructor(private readonly onListenerError: (error: unknown) => void = throwLater) {}

  readonly event: Event<T> = (listener) => {
    if (this.closed) {
      return toDisposable(() => {});
    }
    // Wrapped, so that a function that is subscribed twice counts as two listeners.
    const own = (value: T): void => listener(value);
    // The list is replaced, never changed, so a running loop keeps the list it started with.
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

/**
 * Rethrows as an uncaught exception in a microtask: the error is reported, and the other listeners
 * run.
 */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
