import { mkdir } from 'node:fs/promises';
import { delay, type Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { randomHex } from '../base/randomHex';
import { SerialQueue } from '../base/serialQueue';
import { watchDirectory } from '../tasks/watchDirectory';
import type { Leases } from './leases';
import type { HandoverAnswer, HandoverRequest, HandoverTerms } from './windowFile';

/** How long a window may take to answer, in milliseconds: to find that no person has it open, and to end a session. */
export const HANDOVER_TIMEOUT_MS = 15_000;

/** How often an answer is looked for, in milliseconds. */
const POLL_MS = 100;

/** `isWanted` resolves whether the other window still waits. */
export type HandleHandover = (
  request: HandoverRequest,
  isWanted: () => Promise<boolean>,
) => Promise<HandoverAnswer>;

interface HandoversDeps {
  /** That of the leases. */
  readonly directory: string;
  readonly clock: Clock;
  readonly leases: Pick<Leases, 'listWindows' | 'onDidBeat' | 'publish' | 'window'>;
  readonly handleError: (error: unknown) => void;
}

/**
 * Requests between windows to hand over sessions. Each window publishes its requests and its answers in
 * its own file, so those of a dead window are void.
 */
export class Handovers implements Disposable {
  private readonly store = new DisposableStore();
  /** This window's requests that wait for an answer. */
  private readonly requests = new Set<HandoverRequest>();
  /** Its answers by request id, undefined while it works on one; each as long as its request is published. */
  private answers = new Map<string, HandoverAnswer | undefined>();
  private readonly looks = new SerialQueue();

  constructor(private readonly deps: HandoversDeps) {}

  /** Has requests to this window handled from now on: promptly, or at the next beat of the leases. */
  async serve(handle: HandleHandover): Promise<void> {
    const { directory, leases, handleError } = this.deps;
    const look = (): void => void this.looks.run(() => this.look(handle)).catch(handleError);
    this.store.add(leases.onDidBeat(look));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    if (!this.store.isDisposed) {
      // A file that is written takes the place of another one; one that is only touched does not.
      const handleEntry = (name: string, event: string): void => {
        if (event === 'rename' && name.endsWith('.json') && name !== leases.window) {
          look();
        }
      };
      this.store.add(watchDirectory(directory, handleEntry));
      look();
    }
  }

  /**
   * Requests the window that owns a session to end it; `ended`, too, where no window does. `silent` where
   * that window does not answer within {@link HANDOVER_TIMEOUT_MS}.
   */
  async ask(ptyId: string, terms: HandoverTerms): Promise<HandoverAnswer | 'silent'> {
    const windows = await this.deps.leases.listWindows();
    const owner = [...windows].find(([, { leases }]) =>
      leases.some((lease) => lease.ptyId === ptyId),
    );
    if (!owner) {
      return 'ended';
    }
    const request = { id: randomHex(8), ptyId, terms, to: owner[0] };
    this.requests.add(request);
    try {
      await this.publish();
      return await this.waitForAnswer(request);
    } finally {
      this.requests.delete(request);
      await this.publish().catch(this.deps.handleError);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private async waitForAnswer({ id, to }: HandoverRequest): Promise<HandoverAnswer | 'silent'> {
    const { clock, leases } = this.deps;
    const giveUpAt = clock.monotonic() + HANDOVER_TIMEOUT_MS;
    while (clock.monotonic() < giveUpAt) {
      const owner = (await leases.listWindows()).get(to);
      const answer = owner ? owner.answers[id] : 'ended';
      if (answer !== undefined) {
        return answer;
      }
      await delay(clock, POLL_MS);
    }
    return 'silent';
  }

  private async look(handle: HandleHandover): Promise<void> {
    const requests = await this.listRequests();
    const isWanted = (id: string): boolean => requests.some((request) => request.id === id);
    const kept = [...this.answers].filter(([id]) => isWanted(id));
    const hasStale = [...this.answers].some(([id, answer]) => answer && !isWanted(id));
    this.answers = new Map(kept);
    for (const request of requests.filter(({ id }) => !this.answers.has(id))) {
      this.answers.set(request.id, undefined);
      this.answer(request, handle).catch(this.deps.handleError);
    }
    if (hasStale) {
      await this.publish();
    }
  }

  private async answer(request: HandoverRequest, handle: HandleHandover): Promise<void> {
    const isWanted = async (): Promise<boolean> =>
      (await this.listRequests()).some(({ id }) => id === request.id);
    const answer = await handle(request, isWanted);
    if (await isWanted()) {
      this.answers.set(request.id, answer);
      await this.publish();
    }
  }

  /** The requests of living windows to this one; none once it closes. */
  private async listRequests(): Promise<readonly HandoverRequest[]> {
    const { leases } = this.deps;
    if (this.store.isDisposed) {
      return [];
    }
    const requests = [...(await leases.listWindows()).values()].flatMap((one) => one.requests);
    return requests.filter(({ to }) => to === leases.window);
  }

  private publish(): Promise<void> {
    const answers = [...this.answers].filter(([, answer]) => answer !== undefined);
    return this.deps.leases.publish({
      requests: [...this.requests],
      answers: Object.fromEntries(answers) as Record<string, HandoverAnswer>,
    });
  }
}
