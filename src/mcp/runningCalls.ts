import type { Disposable } from '../base/lifecycle';

/** A running call, which its caller can cancel. */
interface RunningCall extends Disposable {
  readonly signal: AbortSignal;
}

/** The running calls, by caller and id. A cancellation arrives as a request of its own. */
export class RunningCalls {
  private readonly calls = new Map<string, AbortController>();

  begin(caller: string, id: string | number): RunningCall {
    const key = JSON.stringify([caller, id]);
    const controller = new AbortController();
    this.calls.set(key, controller);
    const dispose = (): void => {
      if (this.calls.get(key) === controller) {
        this.calls.delete(key);
      }
    };
    return { signal: controller.signal, dispose };
  }

  /** Aborts the call's signal. Does nothing if the call has finished. */
  cancel(caller: string, id: string | number): void {
    const reason = new Error('The caller cancelled the call.');
    this.calls.get(JSON.stringify([caller, id]))?.abort(reason);
  }
}
