import { settledWithin, type Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { DisposableStore } from '../base/lifecycle';
import type { PromptDelivery } from '../agents/prompts/promptDelivery';
import { hasStartedWork } from '../agents/prompts/promptMatch';
import type { Quiet } from '../providers/model/engineFacts';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { Activity } from '../status/activity';
import type { StatusService } from '../status/statusService';
import type { AnswerReader } from './answerReader';
import { AskError } from './askError';
import {
  describeBlocked,
  describeFailed,
  describeHalt,
  describeStalled,
  type AskFailure,
} from './askFailure';
import { AskLimits, type Halt, type Limits } from './askLimits';
import type { AskEnd, AskResult } from './driver';
import { isTold, judgeTurn, type TurnLook, type TurnVerdict, type TurnView } from './judgeTurn';
import { isUnfinished } from './unfinished';
import { UntilHalted } from './untilHalted';
import { WakeUp } from './wakeUp';

/** How long an agent that works may take to come to rest before it is prompted, in milliseconds. */
const REST_MS = 3000;

/** How long what is being typed may take to be over. */
const TYPED_MS = 10_000;

/** An agent that has only just begun may not hear an interrupt: so often, and so long apart. */
const INTERRUPTS = { most: 3, eachMs: 1000 } as const;

/** Between two looks at an answer that grows. */
const PREVIEW_MS = 250;

/** Until the next look where the host that holds the session did not answer the last. */
const UNANSWERED_MS = 500;

/** How long the last look at an answer may take, once its ask has ended. */
const LAST_LOOK_MS = 1000;

export interface AskDeps {
  readonly sessions: Pick<SessionService, 'get' | 'onDidChange' | 'screen'>;
  readonly status: Pick<StatusService, 'explain' | 'get' | 'onDidChange'>;
  readonly delivery: Pick<PromptDelivery, 'interrupt' | 'send'>;
  readonly clock: Clock;
  readonly reader: AnswerReader;
}

export interface AskRequest {
  readonly session: SessionInfo;
  readonly prompt: string;
  readonly quiet: Quiet;
  readonly limits: Limits;
  /** Gets the answer so far, as it grows; undefined = nobody reads it. */
  readonly onText: ((text: string) => void) | undefined;
}

/** One prompt on its way to an agent, and the answer to it. */
export class Ask {
  private readonly store = new DisposableStore();
  private readonly sleeper: WakeUp;
  private readonly limits: AskLimits;
  private readonly untilHalted = new UntilHalted();
  private readonly closing = new AbortController();
  private readonly closed: Promise<void>;
  /** What the agent did before the prompt was typed; undefined until it is. */
  private before: Activity | undefined;
  private hasBegun = false;
  private submittedAt = 0;
  private previewed = '';
  /** What was last seen of the answer. */
  private seen = '';

  constructor(
    private readonly deps: AskDeps,
    private readonly request: AskRequest,
  ) {
    this.sleeper = new WakeUp(deps.clock);
    const onHalt = (): void => {
      this.untilHalted.halt();
      this.sleeper.wake();
    };
    this.closed = new Promise((resolve) =>
      this.closing.signal.addEventListener('abort', () => resolve()),
    );
    const { session, limits } = request;
    this.limits = this.store.add(new AskLimits(deps, session, limits, onHalt));
    this.store.add(deps.status.onDidChange((id) => id === session.id && this.handleStatus()));
  }

  /** Once; what it throws is said at `Driver.ask`. */
  async run(): Promise<AskResult> {
    const begin = this.deps.clock.monotonic();
    try {
      await this.untilAtRest();
      await this.going(this.deps.reader.begin());
      await this.submit();
      const endedBy = await this.follow();
      const response = await this.finish();
      return { response, ms: Math.round(this.deps.clock.monotonic() - begin), endedBy };
    } finally {
      this.store.dispose();
    }
  }

  /** Ends it at once but for a last look, whatever ends it already; the agent works on. */
  close(): void {
    this.closing.abort();
    this.limits.end({ kind: 'closed' });
    this.sleeper.wake();
  }

  private get activity(): Activity {
    return this.deps.status.get(this.request.session.id);
  }

  private handleStatus(): void {
    this.hasBegun ||= this.before !== undefined && hasStartedWork(this.before, this.activity);
    if (this.hasBegun) {
      this.deps.reader.handleTurn();
    }
    this.sleeper.wake();
  }

  /** A start may not be over, nor what a person has asked it. */
  private async untilAtRest(): Promise<void> {
    const { clock } = this.deps;
    const begin = clock.monotonic();
    while (this.activity.state.kind === 'working') {
      await this.requireGoing();
      const leftMs = REST_MS - (clock.monotonic() - begin);
      if (leftMs <= 0) {
        const { label } = this.request.session;
        const next = 'wait until it is done, or interrupt it, then ask again';
        throw new SessionError('AGENT_NOT_READY', `${label} works on something else: ${next}.`);
      }
      await this.sleeper.sleep(leftMs);
    }
  }

  /** What has been typed in part when the ask is to end is typed to its end: half a prompt would stay. */
  private async submit(): Promise<void> {
    const { session, prompt } = this.request;
    const sending = this.deps.delivery.send(session.id, prompt, () => this.handleTyping());
    await this.untilHalted.wait(sending).catch((error: unknown) => {
      if (!this.limits.halt) {
        throw error;
      }
    });
    if (this.before) {
      await this.settled(TYPED_MS, sending);
    }
    sending.catch(() => {
      // Whatever ends the ask is told already.
    });
    await this.requireGoing();
    this.submittedAt = this.deps.clock.now();
    if (this.activity.state.kind === 'unknown') {
      // Nobody will tell that it works.
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
      await this.requireGoing();
      const verdict = await this.looked(this.judge());
      switch (verdict?.kind) {
        case 'whole':
          return verdict.endedBy;
        case 'blocked':
        case 'failed':
        case 'stalled':
          throw await this.explainEnd(verdict.kind);
        case 'look':
        case 'running':
          await this.sleep(verdict.kind === 'running' ? verdict.recheckMs : 0);
          break;
        case undefined:
          await this.sleeper.sleep(UNANSWERED_MS);
      }
    }
  }

  private async finish(): Promise<string> {
    for (;;) {
      await this.requireGoing();
      const text = await this.looked(this.deps.reader.finish());
      if (text !== undefined) {
        return text;
      }
      await this.sleeper.sleep(UNANSWERED_MS);
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
        const screen = await this.looked(sessions.screen(this.request.session.id));
        return this.failure(describeStalled(screen));
      }
    }
  }

  private async judge(): Promise<TurnVerdict> {
    const isWritten = isTold(this.activity) ? undefined : await this.deps.reader.isWritten();
    const verdict = judgeTurn(this.view(isWritten, undefined), this.request.quiet);
    return verdict.kind === 'look'
      ? judgeTurn(this.view(isWritten, await this.look()), this.request.quiet)
      : verdict;
  }

  private view(isWritten: boolean | undefined, look: TurnLook | undefined): TurnView {
    const { hasBegun, submittedAt, activity } = this;
    const lastOutputAt = this.deps.sessions.get(this.request.session.id)?.lastOutputAt ?? 0;
    const now = this.deps.clock.now();
    return { now, activity, hasBegun, submittedAt, lastOutputAt, isWritten, look };
  }

  private async look(): Promise<TurnLook> {
    const { signals } = await this.deps.status.explain(this.request.session.id);
    const { text, isSeen, isWhole, hasFailed, isHeld } = await this.deps.reader.peek();
    this.keep(text);
    const isBusy = signals.some(
      ({ source, state }) =>
        source === 'screen' && (state.kind === 'working' || state.kind === 'needsInput'),
    );
    return { isBusy, isSeen, isHeld, hasFailed, isUnfinished: !isWhole && isUnfinished(text) };
  }

  private async sleep(ms: number): Promise<void> {
    const { onText } = this.request;
    if (!onText) {
      return this.sleeper.sleep(ms);
    }
    const text = (await this.looked(this.deps.reader.preview())) ?? '';
    if (text.length > this.previewed.length) {
      this.previewed = text;
      this.keep(text);
      onText(text);
    }
    return this.sleeper.sleep(Math.min(ms, PREVIEW_MS));
  }

  /** What a look tells; undefined where the host that holds the session is silent for a moment. */
  private looked<T>(look: Promise<T>): Promise<T | undefined> {
    return this.going(
      look.catch((error: unknown) => {
        if (SessionError.is(error, 'TIMEOUT')) {
          return undefined;
        }
        throw error;
      }),
    );
  }

  /** A step that is waited for no longer than the ask goes on: those of others may never settle. */
  private going<T>(step: Promise<T>): Promise<T> {
    return this.untilHalted.wait(step).catch(async (error: unknown) => {
      // What fails as the ask ends, such as a look at a session that is gone, is told as that end.
      await this.requireGoing();
      throw error;
    });
  }

  private async requireGoing(): Promise<void> {
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
    const { delivery } = this.deps;
    if (!this.before) {
      return;
    }
    const { most, eachMs } = INTERRUPTS;
    for (let count = 1; count <= most && !this.closing.signal.aborted; count++) {
      // Pressed at rest, the same key may do something else: only who tells of its work gets it again.
      if (count === 1 || isTold(this.activity)) {
        await this.settled(eachMs, delivery.interrupt(this.request.session.id));
      }
      if (await this.rests(eachMs)) {
        return;
      }
    }
  }

  /** Waits for something of others, which may never settle once they are closed, too. */
  private async settled(limitMs: number, promise: Promise<void>): Promise<void> {
    await settledWithin(this.deps.clock, limitMs, Promise.race([promise, this.closed]));
  }

  /** Whether it stops to work within so many milliseconds. */
  private async rests(limitMs: number): Promise<boolean> {
    const { clock } = this.deps;
    const begin = clock.monotonic();
    while (this.activity.state.kind === 'working' && !this.closing.signal.aborted) {
      const leftMs = limitMs - (clock.monotonic() - begin);
      if (leftMs <= 0) {
        return false;
      }
      await this.sleeper.sleep(leftMs);
    }
    return true;
  }

  private async failure({ code, predicate }: AskFailure): Promise<AskError> {
    const { label } = this.request.session;
    return new AskError(code, `${label} ${predicate}.`, this.before ? await this.soFar() : '');
  }

  /** Of what cannot be looked at any more, what was last seen of it. */
  private async soFar(): Promise<string> {
    const look = this.deps.reader.peek().then(({ text }) => this.keep(text));
    await settledWithin(this.deps.clock, LAST_LOOK_MS, look);
    return this.seen;
  }

  private keep(text: string): void {
    this.seen = text === '' ? this.seen : text;
  }
}
