/** A promise with its `resolve` and `reject` functions. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;

  constructor() {
    let resolve: (value: T) => void = () => {};
    let reject: (error: unknown) => void = () => {};
    this.promise = new Promise<T>((resolvePromise, rejectPromise) => {
      resolve = resolvePromise;
      reject = rejectPromise;
    });
    this.resolve = resolve;
    this.reject = reject;
  }
}
