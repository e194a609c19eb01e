import { initialSessionInfo } from '../../pty/session/initialSessionInfo';
import { isRunning } from '../../pty/liveAgent';
import type { SessionInfo } from '../../pty/sessionService';
import type { TmuxSessions } from '../../pty/tmux/tmuxSessions';
import { SessionError } from '../../base/errors';
import type { HostClient } from './hostClient';
import type { OtherHost } from '../discovery/otherHosts';
import type { HostReport } from '../protocol/calls';

interface SessionHostingDeps {
  readonly client: Pick<
    HostClient,
    'connect' | 'endAny' | 'health' | 'listAll' | 'report' | 'start' | 'stop'
  >;
  readonly tmux: Pick<TmuxSessions, 'kill' | 'list'>;
  readonly listOthers: () => Promise<readonly OtherHost[]>;
  readonly isDirectory: (path: string) => boolean;
  /** Ends one of these within a time limit, by its id. */
  readonly endOther: (host: string) => Promise<void>;
  readonly endProcess: (pid: number) => void;
}

/** The state of the session host and the actions of a person on it. */
export class SessionHosting {
  constructor(private readonly deps: SessionHostingDeps) {}

  /** @throws {SessionError} if a running host cannot be used, with the reason. */
  async state(): Promise<
    | { readonly kind: 'none' }
    | { readonly kind: 'silent'; readonly pid: number }
    | { readonly kind: 'answers'; readonly report: HostReport }
  > {
    const { client } = this.deps;
    try {
      await client.connect();
    } catch (error) {
      if (!SessionError.is(error, 'TIMEOUT')) {
        throw error;
      }
    }
    const { health } = client;
    switch (health.state) {
      case 'none':
      case 'gone':
        return { kind: 'none' };
      case 'unresponsive':
        return { kind: 'silent', pid: health.pid };
      case 'responsive':
        return { kind: 'answers', report: await client.report() };
    }
  }

  /**
   * The running sessions of the host and of tmux whose directories do not exist any more, so that
   * no window can reconnect to them.
   */
  async listWithoutDirectory(): Promise<readonly SessionInfo[]> {
    const hasLostDirectory = (session: SessionInfo): boolean =>
      isRunning(session) && !this.deps.isDirectory(session.workDir);
    const inTmux = (await this.deps.tmux.list())
      .filter(({ isDirectoryGone }) => isDirectoryGone)
      .map(({ spec }) => initialSessionInfo(spec, 0, spec.createdAt ?? ''));
    return [...this.deps.client.listAll().filter(hasLostDirectory), ...inTmux];
  }

  listOthers(): Promise<readonly OtherHost[]> {
    return this.deps.listOthers();
  }

  /** Ends one of {@link listOthers} with its sessions. @throws {SessionError} if it still runs. */
  endOther({ host }: Pick<OtherHost, 'host'>): Promise<void> {
    return this.deps.endOther(host);
  }

  stop(): Promise<void> {
    return this.deps.client.stop();
  }

  start(): Promise<void> {
    return this.deps.client.start();
  }

  endProcess(pid: number): Promise<void> {
    this.deps.endProcess(pid);
    return Promise.resolve();
  }

  async endSession({ id, persistence }: SessionInfo): Promise<void> {
    if (persistence === 'host') {
      await this.deps.client.endAny(id);
      return;
    }
    const found = (await this.deps.tmux.list()).find(({ spec }) => spec.id === id);
    if (found) {
      await this.deps.tmux.kill(found.spec);
    }
  }
}
