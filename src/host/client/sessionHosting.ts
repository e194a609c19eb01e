import { initialSessionInfo } from '../../pty/session/initialSessionInfo';
import type { SessionInfo } from '../../pty/sessionService';
import type { TmuxSessions } from '../../pty/tmux/tmuxSessions';
import { SessionError } from '../../base/errors';
import type { HostClient } from './hostClient';
import type { OtherHost } from '../discovery/otherHosts';
import type { HostReport } from '../protocol/calls';

export interface SessionHostingDeps {
  readonly client: Pick<
    HostClient,
    'connect' | 'endAny' | 'health' | 'listAll' | 'report' | 'start' | 'stop'
  >;
  readonly tmux: Pick<TmuxSessions, 'kill' | 'list'>;
  /** Those that run and that this window does not talk to. */
  readonly listOthers: () => Promise<readonly OtherHost[]>;
  readonly isDirectory: (path: string) => boolean;
  /** Ends one of these, by what it calls itself, bounded. */
  readonly endOther: (host: string) => Promise<void>;
  /** Ends a process at once. */
  readonly endProcess: (pid: number) => void;
}

/** What a person can see of the session host, and do about it, beside what windows do. */
export class SessionHosting {
  constructor(private readonly deps: SessionHostingDeps) {}

  /** @throws {SessionError} why a host that runs cannot be used. */
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
      case 'well':
        return { kind: 'answers', report: await client.report() };
    }
  }

  /** Those of the host and of tmux whose directories are gone, so that no window goes on with them. */
  async listStrays(): Promise<readonly SessionInfo[]> {
    const isStray = ({ state, workDir }: SessionInfo): boolean =>
      state !== 'terminated' && !this.deps.isDirectory(workDir);
    const inTmux = (await this.deps.tmux.list())
      .filter(({ isFolderGone }) => isFolderGone)
      .map(({ spec }) => initialSessionInfo(spec, 0, spec.createdAt ?? ''));
    return [...this.deps.client.listAll().filter(isStray), ...inTmux];
  }

  /** Hosts that run beside this window's: of another protocol, or with sessions and no place. */
  listOthers(): Promise<readonly OtherHost[]> {
    return this.deps.listOthers();
  }

  /** Ends one of {@link listOthers} with its sessions. @throws {SessionError} where it is there still. */
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

  /** One of {@link listStrays}. */
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
