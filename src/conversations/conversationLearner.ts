import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { SerialQueue } from '../base/serialQueue';
import { Timer } from '../base/timer';
import { DirectoryWatch } from './transcripts/directoryWatch';
import type { LearnRequest } from './learnRequest';
import type { TranscriptSource } from './transcripts/transcriptSource';

/** How often is looked, by the age of the youngest session: seldom while it waits for its first prompt. */
const PACES = [
  { untilMs: 120_000, everyMs: 1_000 },
  { untilMs: 24 * 60 * 60_000, everyMs: 10_000 },
  { untilMs: Infinity, everyMs: 60_000 },
] as const;

/** A session that is being learned of. */
export interface Learning extends Disposable {
  /** What is there already is known not to be its: now the agent may start. */
  readonly ready: Promise<void>;
  /** The session has ended: looks once more, since a prompt may have come just before, and lets go. */
  end(): Promise<void>;
}

interface Learner {
  readonly request: LearnRequest;
  /** By the clock that never goes back. */
  readonly since: number;
  /** Undefined until it takes part. */
  watch?: DirectoryWatch;
}

/**
 * Learns the ids that agents make up for their conversations, by looking for new transcripts. It
 * polls: a transcript may come in the folder of a day that has yet to begin, which no watch covers.
 */
export class ConversationLearner implements Disposable {
  private readonly timer: Timer;
  private readonly watches = new Map<string, DirectoryWatch>();
  private readonly learners = new Set<Learner>();
  private readonly queue = new SerialQueue();

  constructor(
    private readonly source: TranscriptSource,
    private readonly clock: Clock,
  ) {
    this.timer = new Timer(clock);
  }

  /**
   * Lasts until the session ends, though the id is known earlier: who runs in a directory can begin
   * another conversation there.
   */
  learn(request: LearnRequest): Learning {
    const learner = { request, since: this.clock.monotonic() };
    this.learners.add(learner);
    return {
      ready: this.look(),
      end: async () => {
        await this.look();
        this.forget(learner);
      },
      dispose: () => this.forget(learner),
    };
  }

  dispose(): void {
    this.timer.dispose();
    [...this.learners].forEach((learner) => this.forget(learner));
  }

  private forget(learner: Learner): void {
    this.learners.delete(learner);
    learner.watch?.leave(learner.request);
    for (const [key, { isEmpty }] of this.watches) {
      if (isEmpty) {
        this.watches.delete(key);
      }
    }
  }

  /** One look at a time, each after the one before. */
  private look(): Promise<void> {
    return this.queue.run(() => this.lookNow().finally(() => this.lookLater()));
  }

  private async lookNow(): Promise<void> {
    const joining = [...this.learners].filter(({ watch }) => watch === undefined);
    // Who comes now takes part from the next look on: theirs cannot be there yet.
    for (const watch of new Set(this.pending().map((learner) => learner.watch))) {
      await watch?.look();
    }
    for (const learner of joining) {
      await this.join(learner);
    }
  }

  private async join(learner: Learner): Promise<void> {
    const key = await this.source.keyOf(learner.request.place);
    const watch = this.watches.get(key) ?? new DirectoryWatch(this.source, learner.request.place);
    if (!this.pending().some((other) => other.watch === watch)) {
      const { begins, startedAt } = learner.request;
      await watch.takeAsKnown(begins === 'began' ? startedAt : undefined);
    }
    if (this.learners.has(learner)) {
      this.watches.set(key, watch);
      watch.join(learner.request);
      learner.watch = watch;
    }
  }

  private lookLater(): void {
    const now = this.clock.monotonic();
    const youngest = Math.min(...this.pending().map(({ since }) => now - since));
    const pace = PACES.find(({ untilMs }) => youngest < untilMs);
    if (pace) {
      // A look that fails is made up for by the next.
      this.timer.start(pace.everyMs, () => void this.look().catch(() => undefined));
    } else {
      this.timer.stop();
    }
  }

  private pending(): readonly Learner[] {
    return [...this.learners].filter(({ request, watch }) => watch?.isPending(request));
  }
}
