import { toDisposable, type Disposable } from '../../base/lifecycle';
import type { SessionInfo } from '../../pty/sessionService';
import type { ClientMessage } from '../protocol/messages';
import type { HostStreams, StreamTarget } from './hostStreams';

interface Watcher {
  readonly session: SessionInfo;
  readonly stream: number;
}

/** The listeners in a window that receive sessions' output without being viewers. */
export class HostWatchers {
  private readonly watchers = new Set<Watcher>();

  constructor(
    private readonly streams: HostStreams,
    private readonly send: (note: ClientMessage) => void,
  ) {}

  watch(session: SessionInfo, listener: (bytes: Uint8Array) => void): Disposable {
    const watcher = { session, stream: this.streams.open(targetOf(listener)) };
    this.watchers.add(watcher);
    this.register(watcher);
    return toDisposable(() => {
      if (this.watchers.has(watcher)) {
        this.send({ note: 'unwatch', stream: watcher.stream });
        this.forget(watcher);
      }
    });
  }

  /** Registers all listeners over a new connection. */
  rejoin(): void {
    this.watchers.forEach((watcher) => this.register(watcher));
  }

  /** A removed session has no more output. */
  handleRemoved({ id, generation }: SessionInfo): void {
    [...this.watchers]
      .filter(({ session }) => session.id === id && session.generation === generation)
      .forEach((watcher) => this.forget(watcher));
  }

  private register({ session, stream }: Watcher): void {
    this.send({ note: 'watch', id: session.id, stream });
  }

  private forget(watcher: Watcher): void {
    this.watchers.delete(watcher);
    this.streams.close(watcher.stream);
  }
}

/** Output that was written while disconnected is not sent later. */
function targetOf(listener: (bytes: Uint8Array) => void): StreamTarget {
  return {
    handleFrame: ({ kind, content }) => {
      if (kind === 'watched' && content.length > 0) {
        listener(content);
      }
    },
    handleMessage() {},
    handleGap() {},
  };
}
