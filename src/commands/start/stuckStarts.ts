import type { Disposable } from '../../base/lifecycle';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { Messages } from '../../views/dialogs/messages';

interface StuckStartsDeps {
  readonly sessions: Pick<SessionService, 'get' | 'onDidChange'>;
  readonly messages: Pick<Messages, 'offer' | 'showError' | 'showInfo'>;
  /** Starts a session again without a shell. */
  readonly startDirectly: (sessionId: string) => PromiseLike<unknown>;
}

/** Offers a direct start, once for each session, if its login shell does not start the agent. */
export function followStuckStarts(deps: StuckStartsDeps): Disposable {
  const told = new Map<string, number>();
  return deps.sessions.onDidChange(({ type, session }) => {
    const { id, generation } = session;
    if (type === 'removed') {
      told.delete(id);
    } else if (session.pendingStart?.isStuck && told.get(id) !== generation) {
      told.set(id, generation);
      offer(deps, session, session.pendingStart.reason).catch(deps.messages.showError);
    }
  });
}

async function offer(
  { messages, sessions, startDirectly }: StuckStartsDeps,
  { generation, id, label }: SessionInfo,
  reason: string,
): Promise<void> {
  if (!(await messages.offer(`${label} ${reason}.`, 'Start without the Shell'))) {
    return;
  }
  // The message may have been open for long.
  const now = sessions.get(id);
  if (now?.generation === generation && now.pendingStart?.isStuck) {
    await startDirectly(id);
  } else {
    messages.showInfo(
      `${label} has begun or was started again meanwhile, so nothing was started: look at its terminal.`,
    );
  }
}
