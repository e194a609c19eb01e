import { settledWithin, type Clock } from '../../base/clock';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { isRunning } from '../../pty/liveAgent';
import type { ProgramSignal, SessionInfo } from '../../pty/sessionService';
import type { FoundHost } from '../discovery/hostAccess';
import type { HostLimits, Welcome } from '../protocol/calls';
import type { Frame } from '../protocol/frame';
import type { ClientMessage, HostMessage } from '../protocol/messages';
import type { HostConnection } from './hostConnection';
import { HostHealthWatch } from './hostHealth';
import {
  HostReconnector,
  type ConnectedHost,
  type HostReconnectorDeps,
  type ReconnectorListener,
} from './hostReconnector';
import { HostMirror, toLost } from './hostMirror';
import { HostStreams } from './hostStreams';
import { HostViewers } from './hostViewers';
import { HostWatchers } from './hostWatchers';
import { Outbox } from './outbox';
import { parseHostMessage } from './parseHostMessage';

export interface HostMessageRouterDeps extends Omit<HostReconnectorDeps, 'logger'> {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether a session belongs to this window; `refresh` evaluates it again. */
  readonly isOurs: (session: SessionInfo) => boolean;
  readonly limits: () => HostLimits;
  /**
   * Removes the last screens from disk after the setting was switched off. A host might not be
   * running.
   */
  readonly removeScreens?: (() => Promise<void>) | undefined;
}

/** Routes the messages of a host to the parts of a window, across connections. */
export class HostMessageRouter implements ReconnectorListener, Disposable {
  private readonly store = new DisposableStore();
  private readonly didSignal: Emitter<ProgramSignal>;
  private readonly streams: HostStreams;
  /** The host whose sessions the mirror contains. */
  private welcome: Welcome | undefined;
  private sentLimits: string | undefined;
  readonly onDidSignal;
  readonly mirror: HostMirror;
  readonly health: HostHealthWatch;
  readonly reconnector: HostReconnector;
  readonly outbox: Outbox;
  readonly viewers: HostViewers;
  readonly watchers: HostWatchers;

  constructor(private readonly deps: HostMessageRouterDeps) {
    const { clock, logger, isOurs } = deps;
    const handleListenerError = (error: unknown): void =>
      logger.error('A listener of the sessions failed.', error);
    this.didSignal = this.store.add(new Emitter(handleListenerError));
    this.onDidSignal = this.didSignal.event;
    const handleVanished = (session: SessionInfo): void => this.handleVanished(session);
    this.mirror = this.store.add(new HostMirror({ isOurs, handleVanished, handleListenerError }));
    const ping = (): void => void this.ping();
    this.health = this.store.add(new HostHealthWatch(clock, ping, handleListenerError));
    const send = (note: ClientMessage): void => this.connection()?.note(note);
    this.streams = new HostStreams(send, logger);
    this.outbox = new Outbox(logger);
    const { streams, outbox } = this;
    const connection = (): HostConnection | undefined => this.connection();
    this.viewers = new HostViewers({ streams, outbox, connection, logger });
    this.watchers = new HostWatchers(streams, send);
    this.reconnector = this.store.add(new HostReconnector(deps, this));
  }

  /** The welcome of the known host. */
  get host(): Welcome | undefined {
    return this.welcome;
  }

  connection(): HostConnection | undefined {
    return this.reconnector.connected?.connection;
  }

  /** Sends the limits to the host if they have changed since the last time. */
  sendLimits(): void {
    const limits = this.deps.limits();
    const text = JSON.stringify(limits);
    const connection = this.connection();
    if (connection && text !== this.sentLimits) {
      this.sentLimits = text;
      connection.note({ note: 'limits', limits });
    }
  }

  /** Whether the host is no longer used after at most `limitMs` milliseconds. */
  async hasEnded(host: FoundHost, limitMs: number): Promise<boolean> {
    const store = new DisposableStore();
    const ended = new Promise<void>((resolve) => {
      const check = (): void => {
        if (this.reconnector.host !== host) {
          resolve();
        }
      };
      store.add(this.health.onDidChange(check));
      check();
    });
    const outcome = await settledWithin(this.deps.clock, limitMs, ended);
    store.dispose();
    return outcome === 'settled';
  }

  handleFound({ pid }: FoundHost): void {
    this.health.watch(pid);
  }

  handleConnected({ connection, welcome }: ConnectedHost): void {
    if (this.welcome && this.welcome.host !== welcome.host) {
      this.loseSessions();
    }
    this.welcome = welcome;
    this.health.handleReceived();
    this.sentLimits = undefined;
    this.sendLimits();
    this.streams.reset();
    this.mirror.reset(welcome.sessions);
    const joined = this.viewers.rejoin(connection);
    this.watchers.rejoin();
    connection.follow((frame) => this.handleFrame(frame));
    // Viewers must be attached again before their input is sent.
    void joined.then(() => connection.isOpen && this.outbox.open(welcome.typedSeq));
  }

  handleDropped(): void {
    this.outbox.close();
    this.viewers.handleDropped();
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
    this.viewers.clear();
    this.store.dispose();
  }

  private loseSessions(): void {
    this.outbox.clear();
    this.mirror.loseAll();
    this.welcome = undefined;
  }

  private handleVanished(session: SessionInfo): void {
    this.viewers.endAll(session);
    this.watchers.handleRemoved(session);
  }

  private handleFrame(frame: Frame): void {
    this.health.handleReceived();
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
          this.viewers.handleRemoved(note.event.session);
          this.watchers.handleRemoved(note.event.session);
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
      case 'typed':
        this.outbox.handleAccepted(note.seq);
        break;
      case 'redrawn':
      case 'gap':
      case 'exit':
        this.streams.handleMessage(note);
        break;
    }
  }

  private async ping(): Promise<void> {
    if (await this.connection()?.ping()) {
      this.health.handleReceived();
    }
  }
}
