import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { isRunning } from '../../pty/liveAgent';
import type { ProgramSignal, SessionInfo } from '../../pty/sessionService';
import type { FoundHost } from '../discovery/hostLockfile';
import type { HostLimits, Welcome } from '../protocol/calls';
import type { Frame } from '../protocol/frame';
import { parseHostMessage, type HostMessage } from '../protocol/messages';
import { HostHealthWatch } from './hostHealth';
import { HostLink } from './hostLink';
import { HostMirror, toLost } from './hostMirror';
import {
  HostReconnector,
  type ConnectedHost,
  type HostReconnectorDeps,
  type ReconnectorListener,
} from './hostReconnector';
import { HostStreams } from './hostStreams';

export interface HostMessageRouterDeps extends Omit<HostReconnectorDeps, 'logger'> {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether a session belongs to this window; `refresh` evaluates it again. */
  readonly isOurs: (session: SessionInfo) => boolean;
  readonly limits: () => HostLimits;
  /** Shows a message to the person, beside the log. */
  readonly notify?: ((message: string) => void) | undefined;
}

/** Routes the messages of a host to the parts of a window, across connections. */
export class HostMessageRouter implements ReconnectorListener, Disposable {
  private readonly store = new DisposableStore();
  private readonly didSignal: Emitter<ProgramSignal>;
  /** The welcome of the host whose sessions the mirror contains. */
  private welcome: Welcome | undefined;
  private sentLimits: string | undefined;
  readonly onDidSignal;
  readonly mirror: HostMirror;
  readonly health: HostHealthWatch;
  readonly reconnector: HostReconnector;
  readonly link: HostLink;
  readonly streams: HostStreams;

  constructor(
    private readonly deps: HostMessageRouterDeps,
    isOurs: (session: SessionInfo) => boolean,
  ) {
    const { clock, logger } = deps;
    const handleListenerError = (error: unknown): void =>
      logger.error('A listener of the sessions failed.', error);
    this.didSignal = this.store.add(new Emitter(handleListenerError));
    this.onDidSignal = this.didSignal.event;
    const handleVanished = (session: SessionInfo): void => {
      this.link.handleVanished(session.id);
      this.streams.endAll(session);
    };
    this.mirror = this.store.add(new HostMirror({ isOurs, handleVanished, handleListenerError }));
    const ping = (): Promise<void> => this.link.ping();
    this.health = this.store.add(new HostHealthWatch(clock, ping, handleListenerError));
    this.link = this.store.add(new HostLink(clock, (message) => this.tell(message)));
    this.streams = new HostStreams(this.link, logger);
    this.reconnector = this.store.add(new HostReconnector(deps, this));
  }

  /** The welcome of the known host. */
  get host(): Welcome | undefined {
    return this.welcome;
  }

  /** Sends the limits to the host if they have changed since the last time. */
  sendLimits(): void {
    const limits = this.deps.limits();
    const text = JSON.stringify(limits);
    const connection = this.reconnector.connected?.connection;
    if (connection && text !== this.sentLimits) {
      this.sentLimits = text;
      connection.note({ note: 'limits', limits });
    }
  }

  handleFound({ pid }: FoundHost): void {
    this.health.watch(pid);
  }

  handleConnected(host: FoundHost, { connection, welcome }: ConnectedHost): void {
    if (this.welcome && this.welcome.host !== welcome.host) {
      this.loseSessions();
    }
    this.welcome = welcome;
    this.health.watch(host.pid);
    this.sentLimits = undefined;
    this.sendLimits();
    this.mirror.reset(welcome.sessions);
    this.link.open(connection);
    this.streams.rejoin();
    this.link.sendWaiting();
    connection.follow((frame) => this.handleFrame(frame));
  }

  handleDropped(): void {
    this.link.close();
  }

  handleGone({ pid }: FoundHost): void {
    const running = this.mirror.list().filter(isRunning);
    this.loseSessions();
    this.health.end({ state: 'gone', pid, lost: running.map(toLost) });
  }

  handleGivenUp(): void {
    this.health.end({ state: 'none' });
  }

  dispose(): void {
    this.welcome = undefined;
    this.streams.clear();
    this.store.dispose();
  }

  private tell(message: string): void {
    this.deps.logger.warn(message);
    this.deps.notify?.(message);
  }

  private loseSessions(): void {
    this.link.clear();
    this.mirror.loseAll();
    this.welcome = undefined;
  }

  private handleFrame(frame: Frame): void {
    if (frame.kind !== 'note') {
      this.streams.handleFrame(frame);
      return;
    }
    const note = parseHostMessage(frame.content);
    if (note) {
      this.handleMessage(note);
    }
  }

  private handleMessage(note: HostMessage): void {
    switch (note.note) {
      case 'event':
        this.mirror.handle(note.event);
        if (note.event.type === 'removed') {
          this.streams.handleRemoved(note.event.session);
        }
        break;
      case 'signal':
        if (this.mirror.get(note.signal.id)) {
          this.didSignal.fire(note.signal);
        }
        break;
      case 'touched':
        this.mirror.touch(note.sessions);
        break;
      case 'attached':
      case 'refused':
      case 'exit':
        this.streams.handleMessage(note);
        break;
    }
  }
}
