import type { PreparedStart } from '../../agents/preparedStart';
import { parsePtyId } from '../../pty/ptyId';
import type { Dimensions } from '../../pty/ptyProcess';
import type { SessionInfo } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import { cutText } from '../dialogs/shownText';

/** The most characters of a task's name in a tab; tabs are narrow. */
const MAX_TASK_CHARS = 40;

export interface TerminalSession {
  readonly sessionId: string;
  readonly label: string;
  readonly cwd: string;
  /** Starts the session at the terminal's size; undefined for a session that already exists. */
  readonly launch?: ((size: Dimensions | undefined) => Promise<unknown>) | undefined;
  /**
   * Whether to make its program redraw once it is shown, because an earlier window showed it last.
   */
  readonly redraws?: boolean | undefined;
}

/** A session to show, with the data for its terminal's icon. */
export interface TerminalSubject extends TerminalSession {
  /** Empty if the session's id contains none. */
  readonly providerId: string;
  /** The URI of its task's folder; undefined without a task. */
  readonly folder: string | undefined;
  /** Discards a start that has not begun; undefined for an existing session. */
  readonly discard?: (() => void) | undefined;
}

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

/** The name of a session, with its task where the label alone could be ambiguous. */
interface SessionName {
  readonly label: string;
  readonly task: Pick<Task, 'folder' | 'name'> | undefined;
}

/**
 * Returns the name of a session's terminal. It includes the task, because tabs have no parent row
 * as the tree has.
 */
export function formatTerminalLabel({ label, task }: SessionName): string {
  if (!task) {
    return label;
  }
  return `${label} (${cutText(task.name, MAX_TASK_CHARS)})`;
}
