import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { SerialQueue } from '../base/serialQueue';
import { Timer } from '../base/timer';
import { DirectoryWatch } from './transcripts/directoryWatch';
import type { LearnRequest } from './learnRequest';
import type { TranscriptSource } from './transcripts/transcriptSource';

/**
 * How often to search, by the age of the youngest session: rarely while it waits for its first
 * prompt.
 */
const PACES = [
  { untilMs: 120_000, everyMs: 1_000 },
  { untilMs: 24 * 60 * 60_000, everyMs: 10_000 },
  { untilMs: Infinity, everyMs: 60_000 },
] as const;

/** A session whose conversation id is being learned. */
export interface Learning extends Disposable {
  /**
   * Resolves when the existing transcripts are recorded as not its own. The agent may start after
   * that.
   */
  readonly ready: Promise<void>;
  /**
   * Called when the session has ended. Searches once more, since the first prompt may have come just
   * before, then stops.
   */
  end(): Promise<void>;
}

interface Learner {
  readonly request: LearnRequest;
  /** Of the monotonic clock. */
  readonly since: number;
  /** Undefined until the session has joined a watch. */
  watch?: DirectoryWatch;
}

/**
 * Learns the ids that agents create for their conversations by searching for new transcripts. It
 * polls: a transcript may appear in the folder of a day that has not begun, which no file watcher
 * covers.
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
   * Lasts until the session ends, even if the id is known earlier: an agent can start another
   * conversation in the directory.
   */
  learn(request: LearnRequest): Learning {
    const learner = { request, since: this.clock.monotonic() };
    this.learners.add(learner);
    return {
      ready: this.search(),
      end: async () => {
        await this.search();
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

  /** Searches run one after another. */
  private search(): Promise<void> {
    return this.queue.run(() => this.searchNow().finally(() => this.searchLater()));
  }

  private async searchNow(): Promise<void> {
    const joining = [...this.learners].filter(({ watch }) => watch === undefined);
    // New sessions join after this search: their transcripts cannot exist yet.
    for (const watch of new Set(this.pending().map((learner) => learner.watch))) {
      await watch?.search();
    }
    for (const learner of joining) {
      await this.join(learner);
    }
  }

  private async join(learner: Learner): Promise<void> {
    const key = await this.source.keyOf(learner.request.location);
    const watch =
      this.watches.get(key) ?? new DirectoryWatch(this.source, learner.request.location);
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

  private searchLater(): void {
    const now = this.clock.monotonic();
    const youngest = Math.min(...this.pending().map(({ since }) => now - since));
    const pace = PACES.find(({ untilMs }) => youngest < untilMs);
    if (pace) {
      // After a failure the next search tries again.
      this.timer.start(pace.everyMs, () => void this.search().catch(() => undefined));
    } else {
      this.timer.stop();
    }
  }

  private pending(): readonly Learner[] {
    return [...this.learners].filter(({ request, watch }) => watch?.isPending(request));
  }
}
