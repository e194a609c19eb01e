import type { PreparedStart } from '../agents/agentService';
import { parsePtyId } from '../pty/ptyId';
import type { SessionInfo } from '../pty/sessionService';
import type { SessionView } from './agentPseudoterminal';

/** A session to show, with what its terminal's icon needs. */
export interface TerminalSubject extends SessionView {
  /** Empty where the session's id names none. */
  readonly providerId: string;
}

/** What shows a start, and makes it happen. */
export function subjectOfStart(prepared: PreparedStart): TerminalSubject {
  return {
    sessionId: prepared.sessionId,
    label: prepared.label,
    cwd: prepared.task.cwd,
    providerId: prepared.providerId,
    launch: (size) => prepared.launch(size),
  };
}

/** What shows a session that is there already. */
export function subjectOfSession({ id, label, workDir }: SessionInfo): TerminalSubject {
  return { sessionId: id, label, cwd: workDir, providerId: parsePtyId(id)?.providerId ?? '' };
}
