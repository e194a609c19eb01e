import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionEvent, SessionInfo } from '../../pty/sessionService';
import type { Messages } from '../../views/dialogs/messages';
import { describeHealth, type HostHealth } from './describeSessionHost';

interface SessionHostWatchDeps {
  readonly onDidChangeHealth: Event<HostHealth>;
  readonly onDidChangeSessions: Event<SessionEvent>;
  readonly messages: Pick<Messages, 'offer' | 'showError'>;
  readonly log: Pick<Logger, 'info'>;
  /**
   * Opens a session in a terminal, and resumes its conversation if the session has ended. Resolves to
   * undefined if it was not opened; the reason is shown by then.
   */
  readonly openSession: (sessionId: string) => PromiseLike<unknown>;
  readonly showSessionHost: () => PromiseLike<unknown>;
}

/** Shows a message when the session host hangs or has ended, with a button for the next step. */
export class SessionHostWatch implements Disposable {
  private readonly store = new DisposableStore();
  /** The labels of the agents' sessions that were lost since the last change of health, by id. */
  private readonly lost = new Map<string, string>();

  constructor(private readonly deps: SessionHostWatchDeps) {
    this.store.add(deps.onDidChangeSessions((event) => this.noteLost(event)));
    this.store.add(deps.onDidChangeHealth((health) => void this.handle(health)));
  }

  dispose(): void {
    this.store.dispose();
  }

  private noteLost({ type, session }: SessionEvent): void {
    const { id, label, agentExitCode } = session;
    const isAgent = parsePtyId(id)?.providerId !== SHELL_PROVIDER_ID && agentExitCode === null;
    if (type === 'exit' && isLostWithHost(session) && isAgent) {
      this.lost.set(id, label);
    }
  }

  private async handle(health: HostHealth): Promise<void> {
    const { messages, log, showSessionHost } = this.deps;
    log.info(`Session Host: ${formatHealth(health)}`);
    const lost = [...this.lost];
    const sentence = describeHealth(
      health,
      lost.map(([, label]) => label),
    );
    this.lost.clear();
    if (sentence === undefined) {
      return;
    }
    try {
      if (health.state !== 'gone') {
        if (await messages.offer(sentence, 'Show Session Host')) {
          await showSessionHost();
        }
      } else if (await messages.offer(sentence, 'Resume')) {
        await this.resume(lost.map(([session]) => session));
      }
    } catch (error) {
      messages.showError(error);
    }
  }

  /** Stops at the first that cannot be opened: the others most likely fail for the same reason. */
  private async resume(sessions: readonly string[]): Promise<void> {
    for (const session of sessions) {
      if ((await this.deps.openSession(session)) === undefined) {
        return;
      }
    }
  }
}

/**
 * Whether the session was lost with the session host. Others were lost with tmux or their SSH
 * connection; in the host, those are the sessions with an exit code or signal of `ssh`.
 */
function isLostWithHost({ isLost, persistence, exitCode, exitSignal }: SessionInfo): boolean {
  return isLost && persistence === 'host' && exitCode === null && exitSignal === null;
}

function formatHealth(health: HostHealth): string {
  switch (health.state) {
    case 'none':
      return 'not used.';
    case 'responsive':
      return `process ${health.pid} answers.`;
    case 'unresponsive':
      return `process ${health.pid} does not answer.`;
    case 'gone':
      return `process ${health.pid} is gone, and with it ${health.lost.length} sessions.`;
  }
}
