import { delay, type Clock } from '../base/clock';
import { Deferred } from '../base/deferred';
import { SessionError } from '../base/errors';
import { KeyedRuns } from '../base/serialQueue';
import type { Disposable } from '../base/lifecycle';
import { randomHex } from '../base/randomHex';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import { formatSessionName } from '../tasks/taskOfSession';
import type { TaskStore } from '../tasks/taskStore';
import type { Leases } from './leases';
import type { LivingWindows } from './otherWindows';
import type { HandoverAnswer, HandoverRequest, HandoverTerms } from './windowFile';

/** How long a window may take to answer, in milliseconds: to find that no person has it open, and to end a session. */
export const HANDOVER_TIMEOUT_MS = 15_000;

const POLL_MS = 100;

interface SessionHandoverDeps {
  readonly leases: Leases;
  /**
   * Ends a session of this window, or releases one that outlives windows, and stores what the next
   * window needs. The session is still owned afterwards if it could not be ended.
   */
  readonly endSession: (ptyId: string) => Promise<void>;
  readonly tasks: Pick<TaskStore, 'list' | 'reload'>;
  readonly map: Pick<SessionMapStore, 'reload'>;
  readonly isWatched: () => Promise<boolean>;
  readonly clock: Clock;
  readonly handleError: (error: unknown) => void;
}

/** `ILLEGAL_STATE`: the session runs in another window that is in use; the person may still take it over. */
export class OwnedElsewhereError extends SessionError {
  constructor(label: string) {
    super(
      'ILLEGAL_STATE',
      `${label} runs in another window. Continue there, or end it there first.`,
    );
  }
}

/**
 * Hands sessions over between windows: the owner ends the session and then answers. Each window
 * publishes its requests and its answers in its own file, so those of a dead window are void.
 */
export class SessionHandover implements Disposable {
  private readonly reads: Disposable;
  private readonly requests = new Set<HandoverRequest>();
  /** This window's answers by request id, as long as the request is published; undefined while it works on one. */
  private answers = new Map<string, HandoverAnswer | undefined>();
  /** The ends of sessions for other windows, each for all that request the session at the same time. */
  private readonly leaving = new KeyedRuns<void>();
  /** The operations of a process without a window, each with its session, or with none if it starts some. */
  private readonly uses = new Map<Deferred<void>, string | undefined>();
  /** The sessions that were requested while an operation used them. */
  private readonly awaited = new Set<string>();

  constructor(private readonly deps: SessionHandoverDeps) {
    this.reads = deps.leases.onDidRead((windows) => this.answerAll(windows));
  }

  /**
   * Requests the window that owns a session to end it; does nothing if no window owns it. Then reads
   * again what that window has stored of its conversation.
   * @throws {OwnedElsewhereError} with `ifAbandoned`, if a person has that window open.
   * @throws {SessionError} `ILLEGAL_STATE` if that window does not answer within
   * {@link HANDOVER_TIMEOUT_MS}, or cannot end the session.
   */
  async request(ptyId: string, terms: HandoverTerms): Promise<void> {
    const { tasks, map } = this.deps;
    const answer = await this.ask(ptyId, terms);
    const label = formatSessionName(tasks.list(), ptyId);
    if (answer === 'watched') {
      throw new OwnedElsewhereError(label);
    }
    if (answer !== 'ended') {
      throw new SessionError('ILLEGAL_STATE', `${label} ${FAILURES[answer]}`);
    }
    await Promise.all([tasks.reload(), map.reload()]);
  }

  /**
   * Whether a session that ends here continues in another window: from when this window begins to end it until
   * its conversation and task are stored, and while the other window owns it.
   */
  continuesElsewhere(ptyId: string): boolean {
    return this.leaving.has(ptyId) || this.deps.leases.isOwnedElsewhere(ptyId);
  }

  /** Whether an operation runs that {@link keep} has begun. */
  get isInUse(): boolean {
    return this.uses.size > 0;
  }

  /** Resolves when the operations that run now have ended. */
  async whenUnused(): Promise<void> {
    await Promise.all([...this.uses.keys()].map((use) => use.promise));
  }

  /**
   * Keeps a session, or without an id all of them, from windows that request it without a person's command,
   * until the returned function is called: that hands over what was requested meanwhile.
   */
  keep(ptyId?: string): () => Promise<void> {
    const use = new Deferred<void>();
    this.uses.set(use, ptyId);
    return async () => {
      this.uses.delete(use);
      const free = [...this.awaited].filter((id) => !this.isKept(id));
      free.forEach((id) => this.awaited.delete(id));
      await Promise.all(free.map((id) => this.end(id))).catch(this.deps.handleError);
      use.resolve();
    };
  }

  dispose(): void {
    this.reads.dispose();
    this.answers.clear();
  }

  private async ask(ptyId: string, terms: HandoverTerms): Promise<HandoverAnswer | 'silent'> {
    const windows = await this.deps.leases.readWindows();
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

  private async waitForAnswer({ id, to }: HandoverRequest): Promise<HandoverAnswer | 'silent'> {
    const { clock, leases } = this.deps;
    const giveUpAt = clock.monotonic() + HANDOVER_TIMEOUT_MS;
    while (clock.monotonic() < giveUpAt) {
      const owner = (await leases.readWindows()).get(to);
      const answer = owner ? owner.answers[id] : 'ended';
      if (answer !== undefined) {
        return answer;
      }
      await delay(clock, POLL_MS);
    }
    return 'silent';
  }

  /** Begins to answer new requests, and removes the answers to those that are not published any more. */
  private answerAll(windows: LivingWindows): void {
    const { handleError, leases } = this.deps;
    const all = [...windows.values()].flatMap((one) => one.requests);
    const requests = all.filter(({ to }) => to === leases.window);
    const before = this.answers;
    this.answers = new Map(requests.map(({ id }) => [id, before.get(id)]));
    for (const request of requests.filter(({ id }) => !before.has(id))) {
      this.answer(request).catch(handleError);
    }
    if ([...before.keys()].some((id) => !this.answers.has(id))) {
      this.publish().catch(handleError);
    }
  }

  private async answer(request: HandoverRequest): Promise<void> {
    const answer = await this.handOver(request);
    this.answers.set(request.id, answer);
    await this.publish();
  }

  private async handOver({ id, ptyId, terms }: HandoverRequest): Promise<HandoverAnswer> {
    const { isWatched, leases } = this.deps;
    if (terms === 'ifAbandoned' && leases.owns(ptyId)) {
      if (this.isKept(ptyId)) {
        this.awaited.add(ptyId);
        return 'watched';
      }
      if (await isWatched()) {
        return 'watched';
      }
    }
    await leases.readWindows();
    if (!this.answers.has(id)) {
      // The other window has reported a failure, or this one closes, so the session continues here.
      return 'failed';
    }
    await this.end(ptyId);
    return leases.owns(ptyId) ? 'failed' : 'ended';
  }

  private async end(ptyId: string): Promise<void> {
    const { endSession, leases } = this.deps;
    // Another window may have claimed it: this one hung.
    if (leases.owns(ptyId)) {
      await this.leaving.run(ptyId, () => endSession(ptyId));
    }
  }

  private isKept(ptyId: string): boolean {
    return [...this.uses.values()].some((used) => used === undefined || used === ptyId);
  }

  private publish(): Promise<void> {
    const answers = Object.fromEntries(this.answers);
    return this.deps.leases.publish({ requests: [...this.requests], answers });
  }
}

const FAILURES = {
  failed: 'still runs in another window, which could not end it. End it there.',
  silent: `runs in another window, which did not respond within ${HANDOVER_TIMEOUT_MS / 1000} s. End it there, or try again.`,
} as const;
