import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/event';
import type { Access } from './access';

/**
 * How long an agent's request may keep a server from its end; milliseconds. Enough to type a prompt;
 * an agent could else keep its sessions from a window for a day.
 */
const AGENT_REQUEST_MS = 60_000;

/** Counts the requests that wait for their answer. Those of agents count for {@link AGENT_REQUEST_MS}. */
export class UnansweredRequests {
  private readonly didAnswer = new Emitter<void>();
  private unanswered = 0;

  constructor(private readonly clock: Pick<Clock, 'schedule'>) {}

  get count(): number {
    return this.unanswered;
  }

  /** Counts a request, and returns what to call, any number of times, when it is over. */
  add({ by }: Access): () => void {
    let isOpen = true;
    this.unanswered++;
    const settle = (): void => {
      if (isOpen) {
        isOpen = false;
        limit?.dispose();
        this.unanswered--;
        this.didAnswer.fire();
      }
    };
    const limit = by === 'agent' ? this.clock.schedule(AGENT_REQUEST_MS, settle) : undefined;
    return settle;
  }

  /** Resolves when {@link count} is 0. */
  async whenAnswered(): Promise<void> {
    while (this.unanswered > 0) {
      await new Promise<void>((resolve) => {
        const listener = this.didAnswer.event(() => {
          listener.dispose();
          resolve();
        });
      });
    }
  }
}
