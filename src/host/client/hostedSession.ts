import { toDisposable, type Disposable } from '../../base/lifecycle';
import { clampDimensions } from '../../pty/ptyDimensions';
import type { Dimensions } from '../../pty/ptyProcess';
import { noSessionError } from '../../pty/sessionBackend';
import {
  NO_SCROLLBACK,
  type AttachOptions,
  type Attachment,
  type SessionHandle,
  type SessionInfo,
  type SessionSignal,
  type TextOptions,
  type VisibleScreen,
} from '../../pty/sessionService';
import { COLOURED_TEXT, SCREEN, TEXT, WRITE_AFTER } from '../protocol/calls';
import type { ClientMessage } from '../protocol/messages';
import type { HostCalls } from './hostCalls';
import { ClosedError, connectionLostError } from './hostErrors';
import { inputOf } from './hostLink';
import type { HostMessageRouter } from './hostMessageRouter';

interface HostedSessionDeps {
  readonly router: HostMessageRouter;
  readonly calls: HostCalls;
  /** The starts in progress, by session id. */
  readonly creating: ReadonlyMap<string, Promise<SessionInfo>>;
}

/** A session of the session host, by its id. Forwards calls and messages to the host. */
export class HostedSession implements SessionHandle {
  constructor(
    private readonly id: string,
    private readonly deps: HostedSessionDeps,
  ) {}

  async attach(options: AttachOptions): Promise<Attachment> {
    return this.deps.router.streams.attach(this.require(), options);
  }

  async text(options: TextOptions = NO_SCROLLBACK): Promise<string> {
    return this.deps.calls.request(TEXT, { id: this.require().id, ...options });
  }

  async colouredText(options: TextOptions = NO_SCROLLBACK): Promise<string> {
    return this.deps.calls.request(COLOURED_TEXT, { id: this.require().id, ...options });
  }

  async screen(): Promise<VisibleScreen> {
    return this.deps.calls.request(SCREEN, { id: this.require().id });
  }

  watchOutput(listener: (bytes: Uint8Array) => void): Disposable {
    const { info } = this;
    return info ? this.deps.router.streams.watch(info, listener) : toDisposable(() => {});
  }

  /** Input for a session that is being created is sent once it exists. */
  write(data: string | Uint8Array): void {
    const note = inputOf(this.id, Buffer.from(data));
    const creating = this.info ? undefined : this.deps.creating.get(this.id);
    if (creating) {
      creating.then(
        () => this.post(note),
        () => {},
      );
    } else {
      this.post(note);
    }
  }

  /** Waits for no connection, since the keys are meant for the screen of now. */
  async writeAfter(output: number, data: string): Promise<boolean> {
    const { id, label } = this.require();
    const connection = this.deps.router.reconnector.connected?.connection;
    if (!connection) {
      throw connectionLostError(label);
    }
    try {
      return await this.deps.calls.bounded(connection.call(WRITE_AFTER, { id, output, data }));
    } catch (error) {
      throw error instanceof ClosedError ? connectionLostError(label) : error;
    }
  }

  resize(dimensions: Dimensions): void {
    const { id, info } = this;
    if (info) {
      // Invalid numbers cannot be sent as JSON.
      const wanted = clampDimensions(dimensions, info.dimensions);
      this.post({ note: 'resize', id, dimensions: wanted });
    }
  }

  relabel(label: string): void {
    this.post({ note: 'relabel', id: this.id, label });
  }

  signal(signal: SessionSignal): void {
    this.post({ note: 'signal', id: this.id, signal });
  }

  kill(): Promise<void> {
    return this.deps.calls.end(this.id);
  }

  private get info(): SessionInfo | undefined {
    return this.deps.router.mirror.get(this.id);
  }

  private post(note: ClientMessage): void {
    if (this.info) {
      this.deps.router.link.post(this.id, note);
    }
  }

  private require(): SessionInfo {
    const { info } = this;
    if (!info) {
      throw noSessionError(this.id);
    }
    return info;
  }
}
