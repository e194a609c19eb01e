import { settledWithin, type Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { HANDOVER_TIMEOUT_MS, type HandleHandover, type Handovers } from './handovers';
import type { Leases } from './leases';
import { outlivesWindow } from '../pty/session/outlivesWindow';
import type { WindowSessions } from '../pty/windowSessions';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import { findConversation, findTaskOfSession } from '../tasks/taskOfSession';
import type { TaskStore } from '../tasks/taskStore';
import type { SessionOwnership } from './sessionOwnership';
import type { HandoverAnswer, HandoverTerms } from './windowFile';

/** How long the conversation and task of an ended session may take to be stored, in milliseconds. */
const STORE_LIMIT_MS = 3_000;

interface SessionHandoverDeps {
  readonly sessions: Pick<WindowSessions, 'get' | 'kill' | 'release'>;
  readonly ownership: Pick<SessionOwnership, 'release' | 'settle'>;
  /** The hooks of a session report to another window from now on. */
  readonly hooks: { leave(ptyId: string): void };
  readonly tasks: Pick<TaskStore, 'flush' | 'list' | 'reload'>;
  readonly map: Pick<SessionMapStore, 'flush' | 'reload'>;
  readonly leases: Pick<Leases, 'isHeldHere' | 'onDidLose' | 'promise' | 'start'>;
  readonly handovers: Pick<Handovers, 'ask' | 'serve'>;
  readonly clock: Clock;
  /** Whether a person has this window open. */
  readonly isWatched: () => Promise<boolean>;
  /** Shows the person one sentence. */
  readonly notify: (message: string) => void;
}

/** `ILLEGAL_STATE`: the session runs in another window that is in use; the person may still take it over. */
export class HeldElsewhereError extends SessionError {
  constructor(label: string) {
    super(
      'ILLEGAL_STATE',
      `${label} runs in another window. Continue there, or end it there first.`,
    );
  }
}

/**
 * Hands sessions over between windows, so that no two drive one conversation: the owner ends the session
 * and then answers. A session that outlives windows is released instead, and continues. A session that
 * another window has claimed while this one hung is ended or released the same way.
 */
export class SessionHandover implements Disposable {
  private readonly store = new DisposableStore();
  /** The sessions that this window has requested in order to start them. */
  private readonly wanted = new Set<string>();

  constructor(private readonly deps: SessionHandoverDeps) {
    this.store.add(deps.leases.onDidLose(({ ptyId }) => void this.endLost(ptyId)));
  }

  /** Reads the other windows from now on, and hands over to them. */
  async start(): Promise<void> {
    await this.deps.leases.start();
    await this.deps.handovers.serve(this.handOver);
  }

  /**
   * Has the window that owns the session end it; nothing where no window does. Then reads again what
   * that window has stored of its conversation.
   * @throws {HeldElsewhereError} with `ifAbandoned`, where a person has that window open.
   * @throws {SessionError} `ILLEGAL_STATE` where that window does not answer, or cannot end it.
   */
  async takeOver(ptyId: string, terms: HandoverTerms): Promise<void> {
    this.wanted.add(ptyId);
    try {
      await this.request(ptyId, terms);
    } catch (error) {
      this.wanted.delete(ptyId);
      throw error;
    }
  }

  /** The same for a session that continues, so that no start is planned. */
  async request(ptyId: string, terms: HandoverTerms): Promise<void> {
    const answer = await this.deps.handovers.ask(ptyId, terms);
    if (answer !== 'ended') {
      throw FAILURES[answer](this.labelOf(ptyId));
    }
    await Promise.all([this.deps.tasks.reload(), this.deps.map.reload()]);
  }

  /** Whether a start of the session is or was planned here: a second one would be refused. */
  isWanted(ptyId: string): boolean {
    return this.wanted.has(ptyId);
  }

  dispose(): void {
    this.store.dispose();
  }

  private readonly handOver: HandleHandover = async ({ ptyId, terms }, isWanted) => {
    const { leases, isWatched } = this.deps;
    if (!leases.isHeldHere(ptyId)) {
      return 'ended';
    }
    if (terms === 'ifAbandoned' && (await isWatched())) {
      return 'watched';
    }
    // A window that has stopped waiting has reported a failure: then the session continues here.
    return (await isWanted()) ? this.end(ptyId) : 'failed';
  };

  private async end(ptyId: string): Promise<HandoverAnswer> {
    const { sessions, leases, notify } = this.deps;
    const label = this.labelOf(ptyId);
    const livesOn = outlivesWindow(sessions.get(ptyId));
    const promise = leases.promise(ptyId);
    try {
      await (livesOn ? this.release(ptyId) : sessions.kill(ptyId));
    } finally {
      promise.dispose();
      await this.writeDown();
    }
    if (leases.isHeldHere(ptyId)) {
      return 'failed';
    }
    if (!livesOn) {
      // Else its terminals show it.
      notify(`${label} has ended here because it continues in another window.`);
    }
    return 'ended';
  }

  private async release(ptyId: string): Promise<void> {
    const { sessions, ownership, hooks } = this.deps;
    hooks.leave(ptyId);
    sessions.release(ptyId);
    await ownership.release(ptyId);
  }

  /** The window that continues reads it from disk. */
  private async writeDown(): Promise<void> {
    const { clock, ownership, tasks, map } = this.deps;
    const written = ownership.settle().then(() => Promise.all([tasks.flush(), map.flush()]));
    await settledWithin(clock, STORE_LIMIT_MS, written);
  }

  private async endLost(ptyId: string): Promise<void> {
    if (outlivesWindow(this.deps.sessions.get(ptyId))) {
      await this.release(ptyId);
      return;
    }
    this.deps.notify(
      `${this.labelOf(ptyId)} is ended here because another window took over its conversation while this one did not respond.`,
    );
    await this.deps.sessions.kill(ptyId);
  }

  /** As in its row and its terminal. */
  private labelOf(ptyId: string): string {
    const task = findTaskOfSession(this.deps.tasks.list(), ptyId);
    const conversation = task && findConversation(task, ptyId);
    return conversation ? `${conversation.label} (${task.name})` : `Session ${ptyId}`;
  }
}

const FAILURES = {
  watched: (label) => new HeldElsewhereError(label),
  failed: (label) =>
    new SessionError(
      'ILLEGAL_STATE',
      `${label} still runs in another window, which could not end it. End it there.`,
    ),
  silent: (label) =>
    new SessionError(
      'ILLEGAL_STATE',
      `${label} runs in another window, which did not respond within ${HANDOVER_TIMEOUT_MS / 1000} s. End it there, or try again.`,
    ),
} as const satisfies Record<
  Exclude<HandoverAnswer, 'ended'> | 'silent',
  (label: string) => SessionError
>;
