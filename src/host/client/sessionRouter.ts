import { SessionError } from '../../base/errors';
import type { Event } from '../../base/event';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import type { Dimensions } from '../../pty/ptyProcess';
import { formatLastScreen } from '../../pty/session/lastScreenSeed';
import type {
  AttachOptions,
  Attachment,
  SessionInfo,
  SessionService,
  SessionSignal,
  SessionSpec,
  VisibleScreen,
} from '../../pty/sessionService';
import type { Persistence } from '../../pty/spawnMode';
import type { LastScreens } from '../server/lastScreens';
import type { OtherHost } from '../discovery/otherHosts';

/** What lets a session of the window outlive it by another program. */
export interface Outliving {
  /**
   * The same session, whose program runs in a tmux server of ours, and is attached to where it runs already.
   * @throws {SessionError} `UNSUPPORTED_PLATFORM`, with why it cannot be.
   */
  wrap(spec: SessionSpec): Promise<SessionSpec>;
}

/** Sessions of a host, which a window lets go of without ending them. */
export interface OutlivingSessions extends SessionService {
  letGo(timeoutMs: number): Promise<void>;
}

export interface SessionRouterDeps {
  /** Those whose PTYs live in this process. */
  readonly window: SessionService;
  readonly host: OutlivingSessions;
  /** None where nothing provides it. */
  readonly outlive: Outliving | undefined;
  /** A session host that runs such a session and that this window cannot use, if there is one. */
  readonly findOther: (id: string) => Promise<Pick<OtherHost, 'pid' | 'version'> | undefined>;
  /** What sessions showed last whose host is gone. */
  readonly lastScreens: Pick<LastScreens, 'read' | 'remove'>;
}

/** All sessions of a window as one, wherever their programs live: each is where its start put it. */
export class SessionRouter implements SessionService {
  private readonly store = new DisposableStore();
  /** What is being started, by which no other start may take its id. */
  private readonly starting = new Set<string>();
  readonly onDidChange;
  readonly onDidSignal;

  constructor(private readonly deps: SessionRouterDeps) {
    const { window, host } = deps;
    this.store.add(window);
    this.store.add(host);
    this.onDidChange = both(window.onDidChange, host.onDidChange);
    this.onDidSignal = both(window.onDidSignal, host.onDidSignal);
  }

  async create(spec: SessionSpec): Promise<SessionInfo> {
    const { id } = spec;
    if (this.has(id) || this.starting.has(id)) {
      throw new SessionError('SESSION_EXISTS', `Session ${id} is already there.`);
    }
    this.starting.add(id);
    try {
      // A second program would go on with the same conversation.
      const other = await this.deps.findOther(id);
      if (other) {
        throw runsInOtherHost(id, other);
      }
      const last = spec.seed === undefined ? await this.deps.lastScreens.read(id) : undefined;
      const seed = last ? formatLastScreen(last.text) : spec.seed;
      const session = await this.start({ ...spec, seed });
      if (last && spec.persistence !== 'host') {
        // A host keeps that file itself; here the next start must not show it again.
        void this.deps.lastScreens.remove(id).catch(() => undefined);
      }
      return session;
    } finally {
      this.starting.delete(id);
    }
  }

  requireRoom(persistence?: Persistence): void {
    (persistence === 'host' ? this.deps.host : this.deps.window).requireRoom();
  }

  get(id: string): SessionInfo | undefined {
    return this.deps.window.get(id) ?? this.deps.host.get(id);
  }

  list(): readonly SessionInfo[] {
    return [...this.deps.window.list(), ...this.deps.host.list()];
  }

  has(id: string): boolean {
    return this.deps.window.has(id) || this.deps.host.has(id);
  }

  attach(id: string, options: AttachOptions): Promise<Attachment> {
    return this.placeOf(id).attach(id, options);
  }

  text(id: string, options?: { readonly scrollback: number }): Promise<string> {
    return this.placeOf(id).text(id, options);
  }

  colouredText(id: string, options?: { readonly scrollback: number }): Promise<string> {
    return this.placeOf(id).colouredText(id, options);
  }

  screen(id: string): Promise<VisibleScreen> {
    return this.placeOf(id).screen(id);
  }

  watchOutput(id: string, listener: (bytes: Uint8Array) => void): Disposable {
    return this.placeOf(id).watchOutput(id, listener);
  }

  write(id: string, data: string | Uint8Array): void {
    this.placeOf(id).write(id, data);
  }

  resize(id: string, dimensions: Dimensions): void {
    this.placeOf(id).resize(id, dimensions);
  }

  relabel(id: string, label: string): void {
    this.placeOf(id).relabel(id, label);
  }

  signal(id: string, signal: SessionSignal): void {
    this.placeOf(id).signal(id, signal);
  }

  kill(id: string): Promise<void> {
    return this.placeOf(id).kill(id);
  }

  /** Ends what lives in the window, and lets go of what does not. */
  async shutdown(timeoutMs: number): Promise<void> {
    const { window, host } = this.deps;
    await Promise.all([window.shutdown(timeoutMs), host.letGo(timeoutMs)]);
  }

  dispose(): void {
    this.store.dispose();
  }

  private async start(spec: SessionSpec): Promise<SessionInfo> {
    const { window, host, outlive } = this.deps;
    switch (spec.persistence) {
      case 'host':
        return host.create(spec);
      case 'tmux':
        if (!outlive) {
          throw noTmux(spec.id);
        }
        return window.create(await outlive.wrap(spec));
      case 'window':
      case undefined:
        return window.create(spec);
    }
  }

  /** Of an unknown one the window's sessions say so. */
  private placeOf(id: string): SessionService {
    return this.deps.host.has(id) ? this.deps.host : this.deps.window;
  }
}

function both<T>(one: Event<T>, other: Event<T>): Event<T> {
  return (listener) => {
    const subscriptions = [one(listener), other(listener)];
    return toDisposable(() => subscriptions.forEach((subscription) => subscription.dispose()));
  };
}

function runsInOtherHost(
  id: string,
  { pid, version }: Pick<OtherHost, 'pid' | 'version'>,
): SessionError {
  return new SessionError(
    'SESSION_EXISTS',
    `Session ${id} runs in another session host, process ${pid} of version ${version}, which this window cannot use: end it in a window of that version, or end that process with Show Session Host.`,
  );
}

function noTmux(id: string): SessionError {
  return new SessionError(
    'UNSUPPORTED_PLATFORM',
    `Session ${id} was not started because tmux is not available here. Set agentTerminals.persistence to window or host.`,
  );
}
