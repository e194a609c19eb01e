/** A promise that its owner settles, once. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;

  constructor() {
    let resolve: (value: T) => void = () => {};
    let reject: (error: unknown) => void = () => {};
    this.promise = new Promise<T>((resolveIt, rejectIt) => {
      resolve = resolveIt;
      reject = rejectIt;
    });
    this.resolve = resolve;
    this.reject = reject;
  }
}
