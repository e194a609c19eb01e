import { requireSessionInfo } from '../agents/start/requirements';
import { SessionError } from '../base/errors';
import type { Event } from '../base/event';
import { DisposableStore } from '../base/lifecycle';
import type { ProviderDefinition } from '../providers/model/providerDefinition';
import { sanitizePrompt } from '../providers/launch/plainText';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { HookEvent } from '../status/sources/hookEvent';
import { AnswerReader } from './answerReader';
import { AnswerRecords } from './answerRecords';
import { Ask, type AskDeps, type AskRequest } from './ask';
import type { AskOptions, AskResult, Driver } from './driver';
import {
  LastAnswers,
  type AnsweringSession,
  type LastAnswer,
  type LastAnswersDeps,
} from './lastAnswers';

const TIMEOUT_MS = 600_000;

interface AgentDriverDeps extends LastAnswersDeps, Omit<AskDeps, 'reader' | 'sessions'> {
  readonly sessions: SessionService;
  readonly onDidReceiveHook: Event<HookEvent>;
}

interface RunningAsk {
  readonly ask: Ask;
  /**
   * Whether its caller has aborted it. It then interrupts the agent, within a time limit, and ends.
   */
  isAborted(): boolean;
  /** Never rejects. */
  readonly ended: Promise<void>;
}

/** Drives the agents of one window, also while other viewers are attached to their sessions. */
export class AgentDriver implements Driver {
  private readonly asks = new Map<string, RunningAsk>();
  private readonly lastAnswers: LastAnswers;
  private isClosed = false;

  constructor(private readonly deps: AgentDriverDeps) {
    this.lastAnswers = new LastAnswers(deps);
  }

  ask(ptyId: string, prompt: string, options: AskOptions = {}): Promise<AskResult> {
    return this.run(ptyId, { prompt, options, onText: undefined });
  }

  async *askStream(
    ptyId: string,
    prompt: string,
    options: AskOptions = {},
  ): AsyncGenerator<string, AskResult> {
    const texts = new LatestText();
    const left = new AbortController();
    const signal = AbortSignal.any([left.signal, ...(options.signal ? [options.signal] : [])]);
    const onText = (text: string): void => texts.put(text);
    const result = this.run(ptyId, { prompt, options: { ...options, signal }, onText });
    const settled = result.then(ignore, ignore).then(() => texts.end());
    try {
      for (let text = await texts.next(); text !== undefined; text = await texts.next()) {
        yield text;
      }
      return await result;
    } finally {
      left.abort();
      await settled;
    }
  }

  lastAnswer(session: AnsweringSession): Promise<LastAnswer> {
    return this.lastAnswers.read(session);
  }

  dispose(): void {
    this.isClosed = true;
    for (const { ask } of this.asks.values()) {
      ask.close();
    }
  }

  private async run(
    ptyId: string,
    { prompt, options, onText }: Pick<AskRequest, 'onText' | 'prompt'> & { options: AskOptions },
  ): Promise<AskResult> {
    const before = this.asks.get(ptyId);
    if (before?.isAborted()) {
      await before.ended;
    }
    const { session, provider } = this.require(ptyId);
    const store = new DisposableStore();
    const reader = store.add(this.createReader(session, provider, sanitizePrompt(prompt)));
    store.add(this.deps.onDidReceiveHook((event) => reader.handleHook(event)));
    const { timeoutMs = TIMEOUT_MS, signal, mayInterrupt } = options;
    const { quiet } = provider.engine;
    const limits = { timeoutMs, signal };
    const request = { session, prompt, quiet, limits, onText, mayInterrupt };
    const { sessions, status, delivery, clock } = this.deps;
    const ask = new Ask({ sessions, status, delivery, clock, reader }, request);
    const running = ask.run().finally(() => {
      store.dispose();
      this.asks.delete(ptyId);
    });
    const isAborted = (): boolean => signal?.aborted === true;
    this.asks.set(ptyId, { ask, isAborted, ended: running.then(ignore, ignore) });
    return running;
  }

  private createReader(
    session: SessionInfo,
    provider: ProviderDefinition,
    prompt: string,
  ): AnswerReader {
    const { engine, transcripts } = provider;
    const { id: ptyId } = session;
    const isRecorded = engine.records.kind !== 'none' && transcripts.kind !== 'none';
    // The transcripts of another machine are there. A hook of it names the conversation, so the
    // transcript here with that id is one that the other machine has chosen.
    const isHere = session.kind !== 'ssh';
    const conversationOf = (): string | undefined => this.deps.conversationOf(ptyId);
    const records =
      isRecorded && isHere
        ? new AnswerRecords(
            { transcripts: this.deps.transcripts, conversationOf },
            this.deps.transcriptLocationOf(session, provider),
            { answers: engine.records, records: transcripts.records, prompt },
          )
        : undefined;
    const { sessions, clock } = this.deps;
    return new AnswerReader({ sessions, clock, records }, { ptyId, prompt, engine });
  }

  private require(ptyId: string) {
    const session = requireSessionInfo(this.deps.sessions, ptyId);
    const { label } = session;
    if (this.isClosed) {
      throw new SessionError(
        'DETACHED',
        `${label} no longer accepts prompts here: the window is closing.`,
      );
    }
    if (this.asks.has(ptyId)) {
      throw new SessionError(
        'SESSION_BUSY',
        `${label} already has a pending prompt: wait for its answer.`,
      );
    }
    const provider = this.deps.providerOf(session);
    if (!provider) {
      const why = 'is a shell and accepts no `ask`: send it input, and read its screen';
      throw new SessionError('ILLEGAL_STATE', `${label} ${why}.`);
    }
    return { session, provider };
  }
}

function ignore(): void {}

/** Passes texts from one writer to one reader. A slow reader gets only the latest text. */
class LatestText {
  private latest: string | undefined;
  private hasEnded = false;
  private notify = (): void => {};

  put(text: string): void {
    this.latest = text;
    this.notify();
  }

  /** Must be called after the last text. A text that was not read yet is still returned. */
  end(): void {
    this.hasEnded = true;
    this.notify();
  }

  /** Resolves with the next text; undefined after the last one. Supports one reader at a time. */
  async next(): Promise<string | undefined> {
    while (this.latest === undefined && !this.hasEnded) {
      await new Promise<void>((resolve) => (this.notify = resolve));
    }
    const text = this.latest;
    this.latest = undefined;
    return text;
  }
}
