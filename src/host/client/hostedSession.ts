import type { RequestType } from 'vscode-jsonrpc/node';
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
import {
  COLOURED_TEXT,
  SCREEN,
  TEXT,
  WRITE_AFTER,
  type CallFault,
  type TextCall,
} from '../protocol/calls';
import type { ClientMessage } from '../protocol/messages';
import type { HostCalls } from './hostCalls';
import { ClosedError, connectionLostError } from './hostErrors';
import type { HostConnection } from './hostConnection';
import type { HostMessageRouter } from './hostMessageRouter';
import { inputMessage } from './hostViewers';
import { isVisibleScreen } from './parseAnswers';
import { isString } from './fieldChecks';

interface HostedSessionDeps {
  readonly router: Pick<
    HostMessageRouter,
    'connection' | 'mirror' | 'outbox' | 'viewers' | 'watchers'
  >;
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
    return this.deps.router.viewers.attach(this.require(), options);
  }

  text(options: TextOptions = NO_SCROLLBACK): Promise<string> {
    return this.read(TEXT, { id: this.id, ...options }, isString);
  }

  colouredText(options: TextOptions = NO_SCROLLBACK): Promise<string> {
    return this.read(COLOURED_TEXT, { id: this.id, ...options }, isString);
  }

  async screen(): Promise<VisibleScreen> {
    const screen = await this.read(SCREEN, { id: this.id }, isVisibleScreen);
    // A session host of 0.2.0 does not report them, so each row may be wrapped.
    return { ...screen, wrapped: screen.wrapped ?? [...screen.rows.keys()] };
  }

  watchOutput(listener: (bytes: Uint8Array) => void): Disposable {
    const { info } = this;
    return info ? this.deps.router.watchers.watch(info, listener) : toDisposable(() => {});
  }

  /** Input for a session that is being created is sent once it exists. */
  write(data: string | Uint8Array): void {
    // A copy: the caller may reuse its buffer before the host has accepted the input.
    const content = typeof data === 'string' ? Buffer.from(data) : Uint8Array.from(data);
    const creating = this.info ? undefined : this.deps.creating.get(this.id);
    if (creating) {
      creating.then(
        () => this.type(content),
        () => {},
      );
    } else {
      this.type(content);
    }
  }

  /** Never repeated after a lost connection: the keys may have arrived. */
  async writeAfter(output: number, data: string): Promise<boolean> {
    const { id, label } = this.require();
    const connection = this.deps.router.connection();
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
    return this.deps.calls.end(this.id, this.info);
  }

  private get info(): SessionInfo | undefined {
    return this.deps.router.mirror.get(this.id);
  }

  private type(content: Uint8Array): void {
    const { router } = this.deps;
    if (this.info) {
      router.outbox.type(content.length, (seq) =>
        router.connection()?.note(inputMessage(this.id, content, seq)),
      );
    }
  }

  private post(note: ClientMessage): void {
    const { router } = this.deps;
    if (this.info) {
      router.outbox.post(() => router.connection()?.note(note));
    }
  }

  private async read<R>(
    type: RequestType<TextCall, R, CallFault>,
    params: TextCall,
    isAnswer: (value: unknown) => boolean,
  ): Promise<R> {
    const { id } = this.require();
    const send = (connection: HostConnection): Promise<R> => connection.call(type, params);
    return this.deps.calls.request({ name: `the ${type.method} of ${id}`, send, isAnswer });
  }

  private require(): SessionInfo {
    const { info } = this;
    if (!info) {
      throw noSessionError(this.id);
    }
    return info;
  }
}
