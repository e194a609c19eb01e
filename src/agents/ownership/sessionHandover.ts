import { settledWithin, type Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { HandoverAnswer, HandoverTerms } from '../../ownership/handoverFile';
import {
  HANDOVER_TIMEOUT_MS,
  type HandleHandover,
  type Handovers,
} from '../../ownership/handovers';
import type { Leases } from '../../ownership/leases';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import { findConversation, findTaskOfSession } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import type { AgentHooks } from '../start/agentHooks';
import { HeldElsewhereError } from './heldElsewhereError';
import type { HeldSessions } from './heldSessions';
import { outlivesWindow } from '../start/outlivesWindow';
import type { SessionHolder } from './sessionHolder';

/** How long what is known of a session that was ended may take to be written down, in milliseconds. */
const REMEMBER_LIMIT_MS = 3_000;

export interface SessionHandoverDeps {
  readonly sessions: Pick<HeldSessions, 'get' | 'kill' | 'letGo'>;
  readonly holder: Pick<SessionHolder, 'letGoOf' | 'settle'>;
  readonly hooks: Pick<AgentHooks, 'leave'>;
  readonly tasks: Pick<TaskStore, 'flush' | 'list' | 'reload'>;
  readonly map: Pick<SessionMapStore, 'flush' | 'reload'>;
  readonly leases: Pick<Leases, 'isHeldHere' | 'onDidLose' | 'promise' | 'start'>;
  readonly handovers: Pick<Handovers, 'ask' | 'serve'>;
  readonly clock: Clock;
  /** Whether anybody looks at this window. */
  readonly isWatched: () => Promise<boolean>;
  /** Tells the person, in one sentence. */
  readonly notify: (message: string) => void;
}

/**
 * Has sessions go on in the window where they are wanted, without two that drive one conversation:
 * the window that holds one ends it first, and then says so; one that outlives its window is let go
 * of instead, and goes on as it is. The same becomes of what this window has lost to another that
 * took it for dead.
 */
export class SessionHandover implements Disposable {
  private readonly store = new DisposableStore();
  /** Those that this window has begun to have, for which somebody here plans a start. */
  private readonly wanted = new Set<string>();

  constructor(private readonly deps: SessionHandoverDeps) {
    this.store.add(deps.leases.onDidLose(({ ptyId }) => void this.endLost(ptyId)));
  }

  /** Knows the other windows from now on, and hands over to them. */
  async start(): Promise<void> {
    await this.deps.leases.start();
    await this.deps.handovers.serve(this.handOver);
  }

  /**
   * Has the window that holds the session end it; nothing where none does. What that window knew
   * of its conversation is known here then.
   * @throws {HeldElsewhereError} with `ifAbandoned`, where somebody looks at that window.
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

  /** The same for one that no start is planned for here, since it lives on. */
  async request(ptyId: string, terms: HandoverTerms): Promise<void> {
    const answer = await this.deps.handovers.ask(ptyId, terms);
    if (answer !== 'ended') {
      throw FAILURES[answer](this.labelOf(ptyId));
    }
    await Promise.all([this.deps.tasks.reload(), this.deps.map.reload()]);
  }

  /** Whether a start of the session is being, or was, planned here: a second one would be refused. */
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
    // Who has given up waiting has told the person so: then it goes on here.
    return (await isWanted()) ? this.end(ptyId) : 'failed';
  };

  private async end(ptyId: string): Promise<HandoverAnswer> {
    const { sessions, leases, notify } = this.deps;
    const label = this.labelOf(ptyId);
    const livesOn = outlivesWindow(sessions.get(ptyId));
    const promise = leases.promise(ptyId);
    try {
      await (livesOn ? this.letGo(ptyId) : sessions.kill(ptyId));
    } finally {
      promise.dispose();
      await this.remember();
    }
    if (leases.isHeldHere(ptyId)) {
      return 'failed';
    }
    if (!livesOn) {
      // Else its terminals say so.
      notify(`${label} has ended here because it continues in another window.`);
    }
    return 'ended';
  }

  private async letGo(ptyId: string): Promise<void> {
    const { sessions, holder, hooks } = this.deps;
    hooks.leave(ptyId);
    sessions.letGo(ptyId);
    await holder.letGoOf(ptyId);
  }

  /** Whoever goes on with it reads all that from disk. */
  private async remember(): Promise<void> {
    const { clock, holder, tasks, map } = this.deps;
    const written = holder.settle().then(() => Promise.all([tasks.flush(), map.flush()]));
    await settledWithin(clock, REMEMBER_LIMIT_MS, written);
  }

  private async endLost(ptyId: string): Promise<void> {
    if (outlivesWindow(this.deps.sessions.get(ptyId))) {
      await this.letGo(ptyId);
      return;
    }
    this.deps.notify(
      `${this.labelOf(ptyId)} is ended here because another window took over its conversation while this one did not respond.`,
    );
    await this.deps.sessions.kill(ptyId);
  }

  /** As its row and its terminal are called. */
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
