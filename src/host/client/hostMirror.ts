import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import type { SessionEvent, SessionInfo } from '../../pty/sessionService';
import type { Touched } from '../protocol/notes';

export interface HostMirrorDeps {
  /** Whether a session belongs to this window. */
  readonly isOurs: (session: SessionInfo) => boolean;
  /** A session has ended and left, unseen or with its host: told before the events are. */
  readonly handleVanished: (session: SessionInfo) => void;
  readonly handleListenerError: (error: unknown) => void;
}

/**
 * What a window knows of a host's sessions. Of those that are its own, it tells; the others are
 * known, too, for they take ids and room, and one may become the window's.
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

  /** One of the window's own. */
  get(id: string): SessionInfo | undefined {
    return this.ours.has(id) ? this.all.get(id) : undefined;
  }

  list(): readonly SessionInfo[] {
    return [...this.all.values()].filter(({ id }) => this.ours.has(id));
  }

  /** One of the host's, whoever has it. */
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
    const isKnown = this.all.get(id)?.life === session.life;
    this.all.set(id, session);
    if (!isKnown) {
      this.addOwn(session);
    } else if (type !== 'created' && this.ours.has(id)) {
      this.didChange.fire({ type, session });
    }
  }

  /** Takes over what no event tells of. */
  touch(sessions: readonly Touched[]): void {
    for (const touched of sessions) {
      const known = this.all.get(touched.id);
      if (known?.life === touched.life) {
        this.all.set(known.id, { ...known, ...touched });
      }
    }
  }

  /** The host's sessions are these now; tells what has become of those known before. */
  reset(sessions: readonly SessionInfo[]): void {
    const now = new Map(sessions.map((session) => [session.id, session]));
    for (const known of this.findAll()) {
      if (now.get(known.id)?.life !== known.life) {
        this.end(endedUnseen(known));
      }
    }
    sessions.forEach((session) => this.update(session));
  }

  /** Asks anew which sessions are the window's. */
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

  /** The host is gone: what ran there has exited, and is removed. */
  lose(): void {
    this.findAll().forEach((session) => this.end(lost(session)));
  }

  dispose(): void {
    this.didChange.dispose();
    this.all.clear();
    this.ours.clear();
  }

  private update(session: SessionInfo): void {
    const known = this.all.get(session.id);
    if (known?.life !== session.life) {
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

/** A session whose end nobody told. */
function endedUnseen(session: SessionInfo): SessionInfo {
  return { ...session, state: 'terminated', pid: null };
}

/** The same one after its host has ended; one that had ended before is as it was. */
export function lost(session: SessionInfo): SessionInfo {
  return session.state === 'terminated'
    ? session
    : { ...endedUnseen(session), exitCode: null, exitSignal: null, isLost: true };
}

/** What has happened to a session since it was `before`. */
function changesFrom(before: SessionInfo, now: SessionInfo): readonly SessionEvent['type'][] {
  const agentExited = before.agentExitCode !== now.agentExitCode;
  const exited = before.state !== now.state && now.state === 'terminated';
  const changes = [agentExited && 'agentExit', exited && 'exit'] as const;
  const told = changes.filter((change) => change !== false);
  return told.length > 0 ? told : ['changed'];
}
