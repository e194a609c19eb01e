import type { Clock } from '../../../base/clock';
import { WORKER_ENDS } from '../../limits';

/** Counts the ends of workers: many of them are known to abort Electron (electron/electron#47986). */
export class WorkerEnds {
  private times: number[] = [];

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** Whether a further worker may start, which may end as well. */
  get allowsStart(): boolean {
    const since = this.clock.monotonic() - WORKER_ENDS.ms;
    return this.times.filter((time) => time > since).length < WORKER_ENDS.most;
  }

  add(): void {
    this.times = [...this.times, this.clock.monotonic()].slice(-WORKER_ENDS.most);
  }
}
