import { describeAsking, readDialog } from '../../agents/dialogs/dialog';
import { BlockedError, SessionError } from '../../base/errors';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import type { SessionInfo } from '../../pty/sessionService';
import type { NeedsInput } from '../../status/activity';
import type { StatusService } from '../../status/statusService';

/**
 * Decides when an agent may press the interrupt keys of another one: once while that one works.
 * Otherwise these keys deny a request or end a CLI.
 */
export class AgentInterrupts {
  /** By PTY id, the beginning of the work that was interrupted last; milliseconds since 1970. */
  private readonly interrupted = new Map<string, number>();

  constructor(
    private readonly sessions: SessionLookup<'screen'>,
    private readonly status: StatusService,
  ) {}

  /**
   * Resolves if the keys may be pressed now, and counts them as pressed. Reads the screen, because
   * a report can be late, and any program of the session can send one.
   * @throws {SessionError} `AGENT_BLOCKED` (a dialog is on the screen), `ILLEGAL_STATE`,
   * `SESSION_NOT_FOUND`.
   */
  async require({ id, label }: Pick<SessionInfo, 'id' | 'label'>): Promise<void> {
    const dialog = await this.findDialog(id);
    if (dialog) {
      throw new BlockedError(
        `${label} ${describeAsking(dialog)}, so it is not interrupted: let the person answer that.`,
        dialog.question,
      );
    }
    const { state, since } = this.status.get(id);
    if (state.kind !== 'working') {
      throw new SessionError(
        'ILLEGAL_STATE',
        `${label} is not working, so it is not interrupted: send it a prompt.`,
      );
    }
    if (this.interrupted.get(id) === since) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `${label} was interrupted and may not have noticed it yet: wait until it is idle, or let the person interrupt it.`,
      );
    }
    this.interrupted.set(id, since);
  }

  private async findDialog(id: string): Promise<NeedsInput | undefined> {
    const known = readDialog(await this.status.explain(id));
    return known
      ? { kind: 'needsInput', need: known.need, question: known.question }
      : this.status.dialogOn(id, await requireSession(this.sessions, id).screen());
  }
}
