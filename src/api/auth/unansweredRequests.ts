import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import type { Access } from './access';

/**
 * For how long the requests of agents delay the end of a server, or a hand-over of its sessions, once that
 * is requested; milliseconds. Enough to type a prompt; agents could else keep sessions from a window.
 */
const AGENT_LIMIT_MS = 60_000;

/** Counts the requests that wait for their answer. */
export class UnansweredRequests implements Disposable {
  private readonly didAnswer = new Emitter<void>();
  private readonly open = { person: 0, agent: 0 };
  private limit: Disposable | undefined;
  private isOverdue = false;

  constructor(private readonly clock: Pick<Clock, 'schedule'>) {}

  /** Those of agents only until the limit of {@link limitAgents}. */
  get count(): number {
    return this.open.person + (this.isOverdue ? 0 : this.open.agent);
  }

  /** Counts a request, and returns what to call, any number of times, when it is over. */
  add({ by }: Pick<Access, 'by'>): () => void {
    let isOpen = true;
    this.open[by]++;
    return () => {
      if (isOpen) {
        isOpen = false;
        this.open[by]--;
        this.didAnswer.fire();
      }
    };
  }

  /**
   * From the first call on, requests of agents count for {@link AGENT_LIMIT_MS}, however many follow
   * each other.
   */
  limitAgents(): this {
    this.limit ??= this.clock.schedule(AGENT_LIMIT_MS, () => {
      this.isOverdue = true;
      this.didAnswer.fire();
    });
    return this;
  }

  /** Resolves when {@link count} is 0; calls {@link limitAgents}. */
  async whenAnswered(): Promise<void> {
    this.limitAgents();
    while (this.count > 0) {
      await new Promise<void>((resolve) => {
        const listener = this.didAnswer.event(() => {
          listener.dispose();
          resolve();
        });
      });
    }
  }

  dispose(): void {
    this.limit?.dispose();
  }
}
