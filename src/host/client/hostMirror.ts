import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import { isRunning } from '../../pty/liveAgent';
import type { SessionEvent, SessionInfo } from '../../pty/sessionService';
import type { Touched } from '../protocol/sessionSchemas';

interface HostMirrorDeps {
  /** Whether a session belongs to this window. */
  readonly isOurs: (session: SessionInfo) => boolean;
  /** A session has ended while disconnected, or with its host; called before the events fire. */
  readonly handleVanished: (session: SessionInfo) => void;
  readonly handleListenerError: (error: unknown) => void;
}

/**
 * A window's copy of the host's list of sessions. Events fire for the window's own sessions only.
 * The others are stored too, because they use ids and places under the limit, and one may later
 * belong to the window.
 */
export class HostMirror implements Disposable {
  private readonly all = new Map<string, SessionInfo>();
  private readonly ours = new Set<string>();
  private readonly didChange: Emitter<SessionEvent>;
  readonly onDidChange;

  constructor(private readonly deps: HostMirrorDeps) {
    this.didChange = new Emitter(deps.handleListenerError);
    this.onDidChange = this.didChange.event;
  }

  get(id: string): SessionInfo | undefined {
    return this.ours.has(id) ? this.all.get(id) : undefined;
  }

  list(): readonly SessionInfo[] {
    return [...this.all.values()].filter(({ id }) => this.ours.has(id));
  }

  /** Returns a session of any window. */
  find(id: string): SessionInfo | undefined {
    return this.all.get(id);
  }

  findAll(): readonly SessionInfo[] {
    return [...this.all.values()];
  }

  handle({ type, session }: SessionEvent): void {
    const { id } = session;
    if (type === 'removed') {
      this.forget(session);
      return;
    }
    const isKnown = this.all.get(id)?.generation === session.generation;
    this.all.set(id, session);
    if (!isKnown) {
      this.addOwn(session);
    } else if (type !== 'created' && this.ours.has(id)) {
      this.didChange.fire({ type, session });
    }
  }

  touch(sessions: readonly Touched[]): void {
    for (const touched of sessions) {
      const known = this.all.get(touched.id);
      if (known?.generation === touched.generation) {
        this.all.set(known.id, { ...known, ...touched });
      }
    }
  }

  /** Replaces the list, and fires the events that follow from the difference. */
  reset(sessions: readonly SessionInfo[]): void {
    const now = new Map(sessions.map((session) => [session.id, session]));
    for (const known of this.findAll()) {
      if (now.get(known.id)?.generation !== known.generation) {
        this.end(toEnded(known));
      }
    }
    sessions.forEach((session) => this.update(session));
  }

  /** Evaluates again which sessions belong to the window. */
  refresh(): void {
    for (const session of this.findAll()) {
      const isOurs = this.deps.isOurs(session);
      if (isOurs && !this.ours.has(session.id)) {
        this.addOwn(session);
      } else if (!isOurs && this.ours.delete(session.id)) {
        this.didChange.fire({ type: 'removed', session });
      }
    }
  }

  /** The host has ended: its running sessions exit, and all are removed. */
  loseAll(): void {
    this.findAll().forEach((session) => this.end(toLost(session)));
  }

  dispose(): void {
    this.didChange.dispose();
    this.all.clear();
    this.ours.clear();
  }

  private update(session: SessionInfo): void {
    const known = this.all.get(session.id);
    if (known?.generation !== session.generation) {
      this.handle({ type: 'created', session });
    } else if (!isDeepStrictEqual(known, session)) {
      changesFrom(known, session).forEach((type) => this.handle({ type, session }));
    }
  }

  private addOwn(session: SessionInfo): void {
    if (this.deps.isOurs(session)) {
      this.ours.add(session.id);
      this.didChange.fire({ type: 'created', session });
    }
  }

  private end(session: SessionInfo): void {
    this.deps.handleVanished(session);
    if (this.all.get(session.id)?.state !== 'terminated') {
      this.handle({ type: 'exit', session });
    }
    this.forget(session);
  }

  private forget(session: SessionInfo): void {
    this.all.delete(session.id);
    if (this.ours.delete(session.id)) {
      this.didChange.fire({ type: 'removed', session });
    }
  }
}

/** A session whose end was not reported. */
function toEnded(session: SessionInfo): SessionInfo {
  return { ...session, state: 'terminated', pid: null };
}

/** The session after its host has ended; unchanged if it had ended before. */
export function toLost(session: SessionInfo): SessionInfo {
  return isRunning(session)
    ? { ...toEnded(session), exitCode: null, exitSignal: null, isLost: true }
    : session;
}

/** Returns the types of the events that lead from `before` to `now`. */
function changesFrom(before: SessionInfo, now: SessionInfo): readonly SessionEvent['type'][] {
  const agentExited = before.agentExitCode !== now.agentExitCode;
  const exited = isRunning(before) && !isRunning(now);
  const changes = [agentExited && 'agentExit', exited && 'exit'] as const;
  const types = changes.filter((change) => change !== false);
  return types.length > 0 ? types : ['changed'];
}
