import type { Clock } from '../base/clock';
import { BlockedError, SessionError } from '../base/errors';
import { DisposableStore } from '../base/lifecycle';
import type { PromptDelivery } from '../agents/prompts/promptDelivery';
import { hasStartedWork } from '../agents/prompts/promptMatch';
import type { Quiet } from '../providers/model/engineFacts';
import { requireSession } from '../pty/sessionBackend';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { Activity } from '../status/activity';
import type { StatusService } from '../status/statusService';
import type { AnswerReader } from './answerReader';
import { AnswerSoFar, isUnfinished } from './answerSoFar';
import {
  AskError,
  describeBlocked,
  describeFailed,
  describeHalt,
  describeStalled,
  type AskFailure,
} from './askFailure';
import { AskLimits, type Halt, type Limits } from './askLimits';
import { AskWaits } from './askWaits';
import type { AskEnd, AskResult } from './driver';
import { interruptTurn } from './interruptTurn';
import {
  isReported,
  judgeTurn,
  type TurnInspection,
  type TurnVerdict,
  type TurnView,
} from './judgeTurn';

/** Time limit for a working agent to come to rest before it is prompted, in milliseconds. */
const REST_MS = 3000;

/** Time limit for a prompt that is being typed to be completed, in milliseconds. */
const TYPED_MS = 10_000;

const PREVIEW_MS = 250;

/** Delay before the next check if the session host did not answer, in milliseconds. */
const UNANSWERED_MS = 500;

export interface AskDeps {
  readonly sessions: SessionService;
  readonly status: StatusService;
  readonly delivery: Pick<PromptDelivery, 'interrupt' | 'send'>;
  readonly clock: Clock;
  readonly reader: AnswerReader;
}

export interface AskRequest {
  readonly session: SessionInfo;
  readonly prompt: string;
  readonly quiet: Quiet;
  readonly limits: Limits;
  /** Called with the answer so far as it grows; undefined if no caller needs it. */
  readonly onText: ((text: string) => void) | undefined;
  readonly mayInterrupt: (() => Promise<boolean>) | undefined;
}

export class Ask {
  private readonly store = new DisposableStore();
  private readonly waits: AskWaits;
  private readonly limits: AskLimits;
  private before: Activity | undefined;
  private hasBegun = false;
  private submittedAt = 0;
  private readonly answer: AnswerSoFar;

  constructor(
    private readonly deps: AskDeps,
    private readonly request: AskRequest,
  ) {
    const waits = new AskWaits(deps.clock, () => this.throwIfHalted());
    this.waits = waits;
    this.answer = new AnswerSoFar(deps.reader, deps.clock);
    const { session, limits } = request;
    this.limits = this.store.add(new AskLimits(deps, session, limits, () => waits.halt()));
    this.store.add(deps.status.onDidChange((id) => id === session.id && this.handleStatus()));
  }

  /** Must be called once. Throws the errors of `Driver.ask`. */
  async run(): Promise<AskResult> {
    const begin = this.deps.clock.monotonic();
    try {
      await this.untilAtRest();
      await this.waits.whileRunning(this.deps.reader.begin());
      await this.submit();
      const endedBy = await this.follow();
      const response = await this.finish();
      return { response, ms: Math.round(this.deps.clock.monotonic() - begin), endedBy };
    } finally {
      this.store.dispose();
    }
  }

  /** Ends the ask at once, except for reading the answer once more; the agent continues to work. */
  close(): void {
    this.waits.close();
    this.limits.end({ kind: 'closed' });
  }

  private get activity(): Activity {
    return this.deps.status.get(this.request.session.id);
  }

  private get lastOutputAt(): number | null {
    return this.deps.sessions.get(this.request.session.id)?.lastOutputAt ?? null;
  }

  private handleStatus(): void {
    this.hasBegun ||= this.before !== undefined && hasStartedWork(this.before, this.activity);
    if (this.hasBegun) {
      this.deps.reader.handleTurn();
    }
    this.waits.sleeper.wake();
  }

  /** Waits until the agent is at rest: its start or a turn of the person may be running. */
  private async untilAtRest(): Promise<void> {
    const { clock } = this.deps;
    const begin = clock.monotonic();
    while (this.activity.state.kind === 'working') {
      await this.throwIfHalted();
      const leftMs = REST_MS - (clock.monotonic() - begin);
      if (leftMs <= 0) {
        const { label } = this.request.session;
        const next = 'wait until it is done, or interrupt it, then ask again';
        throw new SessionError(
          'AGENT_NOT_READY',
          `${label} is working on something else: ${next}.`,
        );
      }
      await this.waits.sleeper.sleep(leftMs);
    }
  }

  /**
   * Types and submits the prompt. If the ask ends meanwhile, typing is still completed, because
   * half a prompt would remain in the agent's input.
   */
  private async submit(): Promise<void> {
    const { session, prompt } = this.request;
    const sending = this.deps.delivery.send(session.id, prompt, () => this.handleTyping());
    await this.waits.orHalt(sending).catch((error: unknown) => {
      if (!this.limits.halt) {
        throw toAskError(error);
      }
    });
    if (this.before) {
      await this.waits.settled(TYPED_MS, sending);
    }
    sending.catch(() => {
      // The ask reports its own end; this error adds nothing.
    });
    await this.throwIfHalted();
    this.submittedAt = this.deps.clock.now();
    if (this.activity.state.kind === 'unknown') {
      // No event will report that the agent works.
      this.deps.reader.handleTurn();
    }
  }

  private handleTyping(): void {
    if (this.limits.halt) {
      throw new Error('The caller no longer waits for the answer.');
    }
    this.before = this.activity;
    this.deps.reader.forget();
  }

  private async follow(): Promise<AskEnd> {
    for (;;) {
      await this.throwIfHalted();
      const verdict = await this.waits.tolerateTimeout(this.judge());
      switch (verdict?.kind) {
        case 'complete':
          return verdict.endedBy;
        case 'blocked':
        case 'failed':
        case 'stalled':
          throw await this.explainEnd(verdict.kind);
        case 'inspect':
        case 'running':
          await this.sleep(verdict.kind === 'running' ? verdict.recheckMs : 0);
          break;
        case undefined:
          await this.waits.sleeper.sleep(UNANSWERED_MS);
      }
    }
  }

  private async finish(): Promise<string> {
    for (;;) {
      await this.throwIfHalted();
      const text = await this.waits.tolerateTimeout(this.deps.reader.finish());
      if (text !== undefined) {
        return text;
      }
      await this.waits.sleeper.sleep(UNANSWERED_MS);
    }
  }

  private async explainEnd(kind: 'blocked' | 'failed' | 'stalled'): Promise<AskError> {
    switch (kind) {
      case 'blocked':
        return this.failure(describeBlocked(this.activity));
      case 'failed':
        return this.failure(describeFailed(this.activity));
      case 'stalled': {
        const { sessions } = this.deps;
        const screen = await this.waits.tolerateTimeout(
          requireSession(sessions, this.request.session.id).screen(),
        );
        return this.failure(describeStalled(screen));
      }
    }
  }

  private async judge(): Promise<TurnVerdict> {
    const isWritten = isReported(this.activity) ? undefined : await this.deps.reader.isWritten();
    const verdict = judgeTurn(this.view(isWritten, undefined), this.request.quiet);
    return verdict.kind === 'inspect'
      ? judgeTurn(this.view(isWritten, await this.inspect()), this.request.quiet)
      : verdict;
  }

  private view(isWritten: boolean | undefined, inspection: TurnInspection | undefined): TurnView {
    const { hasBegun, submittedAt, activity } = this;
    const lastOutputAt = this.lastOutputAt ?? 0;
    const now = this.deps.clock.now();
    return { now, activity, hasBegun, submittedAt, lastOutputAt, isWritten, inspection };
  }

  private async inspect(): Promise<TurnInspection> {
    const { signals } = await this.deps.status.explain(this.request.session.id);
    const { text, isSeen, isComplete, hasFailed, isHeld } = await this.answer.peek();
    const isBusy = signals.some(
      ({ source, state }) =>
        source === 'screen' && (state.kind === 'working' || state.kind === 'needsInput'),
    );
    return { isBusy, isSeen, isHeld, hasFailed, isUnfinished: !isComplete && isUnfinished(text) };
  }

  private async sleep(ms: number): Promise<void> {
    const { onText } = this.request;
    if (!onText) {
      return this.waits.sleeper.sleep(ms);
    }
    const text = await this.waits.tolerateTimeout(this.answer.preview());
    if (text !== undefined) {
      onText(text);
    }
    return this.waits.sleeper.sleep(Math.min(ms, PREVIEW_MS));
  }

  private async throwIfHalted(): Promise<void> {
    const { halt } = this.limits;
    if (halt) {
      throw await this.explainHalt(halt);
    }
  }

  private async explainHalt(halt: Halt): Promise<unknown> {
    if (halt.kind === 'aborted') {
      await this.interrupt();
      return halt.reason;
    }
    return this.failure(describeHalt(halt.kind, this.request.limits.timeoutMs));
  }

  private async interrupt(): Promise<void> {
    if (!this.before) {
      return;
    }
    const { clock, delivery } = this.deps;
    const { mayInterrupt = () => Promise.resolve(true) } = this.request;
    await interruptTurn({
      clock,
      sleeper: this.waits.sleeper,
      activity: () => this.activity,
      lastOutputAt: () => this.lastOutputAt,
      isClosed: () => this.waits.isClosed,
      mayInterrupt: () => this.waits.unlessClosed(mayInterrupt()),
      interrupt: (limitMs) =>
        this.waits.settled(limitMs, delivery.interrupt(this.request.session.id)),
    });
  }

  private async failure({ code, predicate, question }: AskFailure): Promise<AskError> {
    const { label } = this.request.session;
    const response = this.before ? await this.answer.readLast() : '';
    return new AskError(code, `${label} ${predicate}.`, { response, question });
  }
}

/** A prompt that meets a question fails as an answer that meets one. */
function toAskError(error: unknown): unknown {
  return error instanceof BlockedError
    ? new AskError('NEEDS_INPUT', error.message, { response: '', question: error.question ?? null })
    : error;
}
