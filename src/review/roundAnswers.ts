import type { TaskWorktrees } from '../agents/worktrees/taskWorktrees';
import type { Clock } from '../base/clock';
import { toMessage } from '../base/errors';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { Timer } from '../base/timer';
import type { Driver } from '../driver/driver';
import { AGENT_END_EVENTS, type SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';
import type { TaskStore } from '../tasks/taskStore';
import { MAX_ANSWER_CHARS } from './limits';
import { fingerprints } from './reviews';
import type { ReviewStore } from './reviewStore';
import type { ReviewRound } from './taskReview';

/**
 * How long an agent must rest until its round counts as answered, in milliseconds: one that got the prompt
 * while it worked rests for a moment before it takes it.
 */
export const ANSWERED_AFTER_MS = 2000;

export interface RoundAnswersDeps {
  readonly store: ReviewStore;
  readonly tasks: Pick<TaskStore, 'find'>;
  readonly sessions: Pick<SessionService, 'get' | 'onDidChange'>;
  readonly status: Pick<StatusService, 'get' | 'onDidChange'>;
  readonly worktrees: Pick<TaskWorktrees, 'changes'>;
  readonly driver: Pick<Driver, 'lastAnswer'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface OpenRound {
  readonly task: string;
  readonly round: ReviewRound;
}

/** Notes when the agent of a round has answered: that it rests since, what it said, and which files it has changed. */
export class RoundAnswers implements Disposable {
  private readonly store = new DisposableStore();
  /** Those that run, by PTY id. */
  private readonly timers = new Map<string, Timer>();

  constructor(private readonly deps: RoundAnswersDeps) {
    const { sessions, status, store } = deps;
    this.store.add(status.onDidChange((ptyId) => this.handleStatus(ptyId)));
    this.store.add(
      sessions.onDidChange(({ type, session }) => {
        if (AGENT_END_EVENTS.has(type) && type !== 'removed') {
          this.dropTimer(session.id);
          this.answerAll(session.id, 'ended');
        }
      }),
    );
    // Rounds of an earlier window, and a session that came back at rest.
    this.store.add(
      store.onDidChange(() =>
        this.openRounds().forEach(({ round }) => this.handleStatus(round.session)),
      ),
    );
  }

  dispose(): void {
    this.timers.forEach((timer) => timer.dispose());
    this.store.dispose();
  }

  private handleStatus(ptyId: string): void {
    if (!this.openRounds(ptyId).some(({ round }) => this.restsSince(round))) {
      this.dropTimer(ptyId);
    } else if (!this.timers.has(ptyId)) {
      const timer = new Timer(this.deps.clock);
      this.timers.set(ptyId, timer);
      timer.start(ANSWERED_AFTER_MS, () => {
        this.timers.delete(ptyId);
        if (this.openRounds(ptyId).some(({ round }) => this.restsSince(round))) {
          this.answerAll(ptyId, 'rests');
        }
      });
    }
  }

  private dropTimer(ptyId: string): void {
    this.timers.get(ptyId)?.dispose();
    this.timers.delete(ptyId);
  }

  private restsSince({ sentAt, session }: ReviewRound): boolean {
    const { since, state } = this.deps.status.get(session);
    return (state.kind === 'done' || state.kind === 'idle') && since > Date.parse(sentAt);
  }

  private answerAll(ptyId: string, agent: 'ended' | 'rests'): void {
    this.openRounds(ptyId).forEach((open) => void this.answer(open, agent));
  }

  private openRounds(ptyId?: string): readonly OpenRound[] {
    return [...this.deps.store.value].flatMap(([task, { rounds }]) =>
      rounds
        .filter(({ answer, session }) => !answer && (ptyId === undefined || session === ptyId))
        .map((round) => ({ task, round })),
    );
  }

  private async answer({ task: id, round }: OpenRound, agent: 'ended' | 'rests'): Promise<void> {
    const { clock, logger, store, tasks, worktrees } = this.deps;
    const task = tasks.find(id);
    if (!task) {
      return;
    }
    try {
      const changes = await worktrees.changes(task, 'base');
      const [now, text] = await Promise.all([fingerprints(changes), this.readAnswer(round)]);
      const answer = {
        at: new Date(clock.now()).toISOString(),
        ...(text !== undefined && { text }),
        changed: findChanged(round.files ?? {}, now),
        ...(agent === 'ended' && { ended: true as const }),
      };
      await store.change({ kind: 'answerRound', task: id, number: round.number, answer });
    } catch (error) {
      logger.info(`Review ${round.number} of task ${id} stays open: ${toMessage(error)}`);
    }
  }

  private async readAnswer({ session }: ReviewRound): Promise<string | undefined> {
    const info = this.deps.sessions.get(session);
    const answer = info && (await this.deps.driver.lastAnswer(info).catch(() => undefined));
    return answer?.text.slice(0, MAX_ANSWER_CHARS);
  }
}

type Fingerprints = Readonly<Record<string, string>>;

/** The paths that differ, also those that only one of both has. */
export function findChanged(before: Fingerprints, now: Fingerprints): readonly string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...paths].filter((path) => before[path] !== now[path]).sort();
}
