import { Emitter } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import { BACKLOG_WATERMARKS } from '../limits';

export type Pressure = 'high' | 'low';

/** Reports when too much output waits to be parsed, and when enough of it is parsed. */
export class Backpressure implements Disposable {
  private readonly didChange = new Emitter<Pressure>();
  readonly onDidChange = this.didChange.event;
  private current: Pressure = 'low';

  /** The last reported value; `low` at first. */
  get pressure(): Pressure {
    return this.current;
  }

  /** Sets how many bytes wait. */
  update(bytes: number): void {
    const { high, low } = BACKLOG_WATERMARKS;
    const pressure = bytes > (this.current === 'high' ? low : high) ? 'high' : 'low';
    if (pressure !== this.current) {
      this.current = pressure;
      this.didChange.fire(pressure);
    }
  }

  dispose(): void {
    this.didChange.dispose();
  }
}
