import type { Clock } from '../../base/clock';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import { hasLiveAgent } from '../../pty/liveAgent';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { Activity } from '../../status/activity';
import type { StatusService } from '../../status/statusService';
import { UnreadOutput } from '../../status/sources/unreadOutput';

/** How long an agent may take until it accepts its first prompt, in milliseconds. */
export const READY_TIMEOUT_MS = 60_000;

/** How long an agent without a known status counts as starting, in milliseconds. */
export const STARTING_MS = 30_000;

/**
 * How long an agent may draw no input after its start, a report that it is idle, or the answer to its question, in
 * milliseconds. Measured: up to 2 s after a hook, up to 1 s after a report, more than 5 s on a busy machine. Text
 * typed before that is lost, or is shown once the input is drawn, with Enter as the end of a line.
 */
export const INPUT_LAG_MS = 20_000;

/**
 * Whether an agent accepts input: `blocked` while it shows a question, `gone` if it has ended,
 * `timeout` if it was not ready in time.
 */
export type Readiness = 'ready' | 'blocked' | 'gone' | 'timeout';

/** `drawing`: it has just begun to rest, and its screen may not show its input yet. */
type Moment = Readiness | 'waiting' | 'drawing';

/**
 * The prompt that waits: a `first` one waits until dialogs are answered and the start is over. A `later` one is typed also
 * while the agent works, and refused while a dialog is open.
 */
export type WaitingPrompt = 'first' | 'later';

/**
 * Waits until a prompt can be typed into an agent. Decided by its status; if that is unknown, by
 * the end of its output.
 */
export class PromptReadiness implements Disposable {
  private readonly store = new DisposableStore();

  constructor(
    private readonly sessions: Pick<SessionService, 'get' | 'onDidChange'>,
    private readonly status: StatusService,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves when the agent is ready, has ended or, for a `later` prompt, is blocked; else after a
   * time limit. A `first` prompt waits without limit while the agent is blocked.
   */
  until(sessionId: string, prompt: WaitingPrompt): Promise<Readiness> {
    return new Promise((resolve) => {
      const wait = this.store.add(new DisposableStore());
      const settle = (result: Readiness): void => {
        resolve(result);
        this.store.delete(wait);
      };
      let drawing: Disposable | undefined;
      const forgetDrawing = (): void => {
        if (drawing) {
          wait.delete(drawing);
          drawing = undefined;
        }
      };
      const checkAgain = (): void => {
        // The agent may have worked and come to rest again since the watch began.
        forgetDrawing();
        check();
      };
      const check = (): void => {
        const moment = this.judge(sessionId, prompt);
        if (moment === 'drawing') {
          drawing ??= wait.add(this.watchInput(sessionId, () => settle('ready'), checkAgain));
          return;
        }
        forgetDrawing();
        if (moment !== 'waiting' && !(moment === 'blocked' && prompt === 'first')) {
          settle(moment);
        }
      };
      const handleTimeout = (): void => {
        const moment = this.judge(sessionId, prompt);
        if (moment === 'blocked') {
          // A dialog waits for the person, who may take hours.
          wait.add(this.clock.schedule(READY_TIMEOUT_MS, handleTimeout));
        } else if (moment === 'drawing') {
          wait.add(this.clock.schedule(INPUT_LAG_MS, handleTimeout));
        } else {
          const isReady = moment === 'ready' || this.isLateAndDrawn(sessionId, prompt);
          settle(isReady ? 'ready' : 'timeout');
        }
      };
      wait.add(this.clock.schedule(this.limitOf(sessionId, prompt), handleTimeout));
      wait.add(this.sessions.onDidChange(({ session }) => session.id === sessionId && check()));
      wait.add(this.status.onDidChange((id) => id === sessionId && check()));
      wait.add(toDisposable(() => resolve('gone')));
      check();
    });
  }

  dispose(): void {
    this.store.dispose();
  }

  private judge(sessionId: string, prompt: WaitingPrompt): Moment {
    const session = this.sessions.get(sessionId);
    const activity = this.status.get(sessionId);
    const moment = judgeMoment(session, activity, prompt);
    const mayBeReady =
      moment === 'ready' || (moment === 'waiting' && activity.state.kind === 'unknown');
    const isDrawing = mayBeReady && this.remainingLag(session, activity) > 0;
    return isDrawing && this.status.mayLackInput(sessionId) ? 'drawing' : moment;
  }

  /**
   * For how many milliseconds the agent may still draw no input: it has just started, reported that it is
   * idle, or withdrawn an earlier report, as after an answer. Not positive otherwise, and if the clock was set back.
   */
  private remainingLag(
    session: Pick<SessionInfo, 'programStartedAt'> | undefined,
    { source, state, since }: Activity,
  ): number {
    const isReported = state.kind === 'idle' && source !== 'screen';
    if (!session || !(isReported || state.kind === 'unknown')) {
      return 0;
    }
    // The state of an agent that has reported nothing has no beginning.
    const begin = Math.max(since, isReported ? 0 : Date.parse(session.programStartedAt));
    const ageMs = this.clock.now() - begin;
    return ageMs >= 0 ? INPUT_LAG_MS - ageMs : 0;
  }

  /** Calls `onShown` when the screen shows the agent's input, or `onLate` after it had time enough to draw it. */
  private watchInput(sessionId: string, onShown: () => void, onLate: () => void): Disposable {
    const { sessions, status, clock } = this;
    const lagMs = this.remainingLag(sessions.get(sessionId), status.get(sessionId));
    const watch = new DisposableStore();
    watch.add(clock.schedule(lagMs, onLate));
    watch.add(new InputWatch({ sessions, status, clock }, sessionId, onShown));
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

  /**
   * Whether a `later` prompt is typed at the end of the limit although the agent's status is
   * unknown: an agent that has drawn something is probably working, and most agents queue input.
   */
  private isLateAndDrawn(sessionId: string, prompt: WaitingPrompt): boolean {
    const { hasOutput, pendingStart } = this.sessions.get(sessionId) ?? {};
    return prompt === 'later' && hasOutput === true && !pendingStart;
  }
}

function judgeMoment(
  session: SessionInfo | undefined,
  { state }: Activity,
  prompt: WaitingPrompt,
): Moment {
  if (!session || !hasLiveAgent(session)) {
    return 'gone';
  }
  if (session.pendingStart) {
    return 'waiting';
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

const POLL_INTERVAL_MS = 50;

/** Reads an agent's screen at once and after each output, until it shows the agent's input. */
export class InputWatch implements Disposable {
  private readonly output = new UnreadOutput();
  private isDisposed = false;
  private pause: Disposable | undefined;

  constructor(
    private readonly deps: {
      readonly sessions: Pick<SessionService, 'get'>;
      readonly status: Pick<StatusService, 'showsInput'>;
      readonly clock: Clock;
    },
    private readonly sessionId: string,
    private readonly onShown: () => void,
  ) {
    void this.check();
  }

  /** A reading that is in progress has no effect. */
  dispose(): void {
    this.isDisposed = true;
    this.pause?.dispose();
  }

  private async check(): Promise<void> {
    const isShown = await this.showsInput();
    if (this.isDisposed) {
      return;
    }
    if (isShown) {
      this.onShown();
    } else {
      this.pause = this.deps.clock.schedule(POLL_INTERVAL_MS, () => void this.check());
    }
  }

  /** False if the screen cannot be read; the caller that needs the screen gets that error. */
  private async showsInput(): Promise<boolean> {
    const { sessions, status, clock } = this.deps;
    const session = sessions.get(this.sessionId);
    if (!session || !this.output.hasNewOutput(session)) {
      return false;
    }
    this.output.begin(session, clock.now());
    try {
      return await status.showsInput(this.sessionId);
    } catch {
      this.output.forget();
      return false;
    }
  }
}
