import type { PreparedStart } from '../../agents/agentService';
import { parsePtyId } from '../../pty/ptyId';
import type { SessionInfo } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import type { SessionView } from './agentPseudoterminal';
import { cutText } from '../dialogs/cutText';

/** Tabs are narrow. */
const MAX_TASK_CHARS = 40;

/** A session to show, with what its terminal's icon needs. */
export interface TerminalSubject extends SessionView {
  /** Empty where the session's id names none. */
  readonly providerId: string;
  /** The URI of its task's folder. */
  readonly folder: string | undefined;
  /** Gives up the start, where there is one that has not begun. */
  readonly discard?: (() => void) | undefined;
}

/** What shows a start, and makes it happen. */
export function subjectOfStart(prepared: PreparedStart): TerminalSubject {
  return {
    sessionId: prepared.sessionId,
    label: formatTerminalLabel(prepared),
    cwd: prepared.task.cwd,
    providerId: prepared.providerId,
    folder: prepared.task.folder,
    launch: (size) => prepared.launch(size),
    discard: () => prepared.discard(),
  };
}

/** What shows a session that is there already. */
export function subjectOfSession(
  { id, workDir }: Pick<SessionInfo, 'id' | 'workDir'>,
  name: SessionName,
): TerminalSubject {
  const providerId = parsePtyId(id)?.providerId ?? '';
  return {
    sessionId: id,
    label: formatTerminalLabel(name),
    cwd: workDir,
    providerId,
    folder: name.task?.folder,
  };
}

/** What a session is called, and where that is not enough to tell it from another. */
export interface SessionName {
  readonly label: string;
  readonly task: Pick<Task, 'folder' | 'name'> | undefined;
}

/** What a session's terminal is called: in the tabs no task stands above it, as in the tree. */
export function formatTerminalLabel({ label, task }: SessionName): string {
  if (!task) {
    return label;
  }
  return `${label} (${cutText(task.name, MAX_TASK_CHARS)})`;
}
