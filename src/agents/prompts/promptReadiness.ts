import type { Clock } from '../../base/clock';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { Activity } from '../../status/activity';
import type { StatusService } from '../../status/statusService';
import { InputWatch } from './inputWatch';

/** How long an agent may take until it listens to its first prompt, in milliseconds. */
export const READY_TIMEOUT_MS = 60_000;

/** How long after its start an agent of which nobody says what it does may be starting still. */
export const STARTING_MS = 30_000;

/**
 * How long after an agent has said that it is idle its input may still not be there, in
 * milliseconds: a hook has been seen to come up to 2 s before it, a report up to 1 s. What is typed
 * meanwhile is lost.
 */
const INPUT_LAG_MS = 5000;

/**
 * Whether an agent listens: `blocked` while it asks something, `gone` if it ended, `timeout` if
 * nothing showed in time that it does.
 */
export type Readiness = 'ready' | 'blocked' | 'gone' | 'timeout';

/** `drawing`: it has only just said that it listens, and its screen may not show it yet. */
type Moment = Readiness | 'waiting' | 'drawing';

/** Which prompt waits: the `first` one waits till dialogs are answered and the start is over. */
export type WaitingPrompt = 'first' | 'later';

/** Tells when an agent can be typed a prompt: by its status, else by its having fallen silent. */
export class PromptReadiness implements Disposable {
  private readonly store = new DisposableStore();

  constructor(
    private readonly sessions: Pick<SessionService, 'get' | 'onDidChange'>,
    private readonly status: Pick<
      StatusService,
      'get' | 'mayLackInput' | 'onDidChange' | 'showsInput'
    >,
    private readonly clock: Clock,
  ) {}

  /** Resolves once it is known, bounded: a `first` prompt is never `blocked`, but waits on. */
  until(sessionId: string, prompt: WaitingPrompt): Promise<Readiness> {
    return new Promise((resolve) => {
      const wait = this.store.add(new DisposableStore());
      const settle = (result: Readiness): void => {
        resolve(result);
        this.store.delete(wait);
      };
      let drawing: Disposable | undefined;
      const look = (): void => {
        const moment = this.judge(sessionId, prompt);
        if (moment === 'drawing') {
          drawing ??= wait.add(this.watchInput(sessionId, () => settle('ready')));
          return;
        }
        if (drawing) {
          // What was seen till then tells nothing of the next time.
          wait.delete(drawing);
          drawing = undefined;
        }
        if (moment !== 'waiting' && !(moment === 'blocked' && prompt === 'first')) {
          settle(moment);
        }
      };
      const giveUp = (): void => {
        const moment = this.judge(sessionId, prompt);
        if (moment === 'blocked') {
          // A dialog waits for the person, who may take hours.
          wait.add(this.clock.schedule(READY_TIMEOUT_MS, giveUp));
        } else if (moment === 'drawing') {
          wait.add(this.clock.schedule(INPUT_LAG_MS, giveUp));
        } else {
          const isReady = moment === 'ready' || this.isLateAndDrawn(sessionId, prompt);
          settle(isReady ? 'ready' : 'timeout');
        }
      };
      wait.add(this.clock.schedule(this.limitOf(sessionId, prompt), giveUp));
      wait.add(this.sessions.onDidChange(({ session }) => session.id === sessionId && look()));
      wait.add(this.status.onDidChange((id) => id === sessionId && look()));
      wait.add(toDisposable(() => resolve('gone')));
      look();
    });
  }

  dispose(): void {
    this.store.dispose();
  }

  private judge(sessionId: string, prompt: WaitingPrompt): Moment {
    const session = this.sessions.get(sessionId);
    const activity = this.status.get(sessionId);
    const moment = judgeMoment(session, activity, prompt);
    const isDrawing = this.isNews(activity) && this.status.mayLackInput(sessionId);
    return moment === 'ready' && isDrawing ? 'drawing' : moment;
  }

  /** Whether it has said so just now. A clock that was set back tells no age. */
  private isNews({ source, state, since }: Activity): boolean {
    const ageMs = this.clock.now() - since;
    return state.kind === 'idle' && source !== 'screen' && ageMs >= 0 && ageMs < INPUT_LAG_MS;
  }

  /** Calls `onEnd` once the agent's input shows, or it is no news any more that it is idle. */
  private watchInput(sessionId: string, onEnd: () => void): Disposable {
    const { sessions, status, clock } = this;
    const ageMs = clock.now() - status.get(sessionId).since;
    const watch = new DisposableStore();
    watch.add(clock.schedule(INPUT_LAG_MS - ageMs, onEnd));
    watch.add(new InputWatch({ sessions, status, clock }, sessionId, onEnd));
    return watch;
  }

  private limitOf(sessionId: string, prompt: WaitingPrompt): number {
    const session = this.sessions.get(sessionId);
    if (prompt === 'first' || !session) {
      return READY_TIMEOUT_MS;
    }
    const age = this.clock.now() - Date.parse(session.programStartedAt);
    return Math.min(STARTING_MS, Math.max(0, STARTING_MS - age));
  }

  /** One that draws long after its start works, whoever says nothing of it; most queue what they get. */
  private isLateAndDrawn(sessionId: string, prompt: WaitingPrompt): boolean {
    return prompt === 'later' && this.sessions.get(sessionId)?.hasOutput === true;
  }
}

function judgeMoment(
  session: SessionInfo | undefined,
  { state }: Activity,
  prompt: WaitingPrompt,
): Moment {
  if (!session || session.state === 'terminated' || session.agentExitCode !== null) {
    return 'gone';
  }
  switch (state.kind) {
    case 'needsInput':
      return 'blocked';
    case 'working':
      return prompt === 'first' ? 'waiting' : 'ready';
    case 'unknown':
      return session.state === 'idle' && session.hasOutput ? 'ready' : 'waiting';
    case 'idle':
    case 'done':
    case 'limited':
    case 'failed':
      return 'ready';
  }
}
