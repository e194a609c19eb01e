import { toOneLine } from '../base/text/oneLine';
import { parsePtyId } from '../pty/ptyId';
import type { SessionInfo } from '../pty/sessionService';
import type { Task } from './task';
import { findConversation, findTaskOfSession } from './taskOfSession';
import type { TaskStore } from './taskStore';

interface ReconnectedTasksDeps {
  readonly tasks: Pick<TaskStore, 'closeConversation' | 'create' | 'list' | 'putConversation'>;
  readonly handleError: (error: unknown) => void;
}

/** Brings the tasks of sessions that outlived their window up to date. */
export class ReconnectedTasks {
  constructor(private readonly deps: ReconnectedTasksDeps) {}

  /**
   * Returns the label that a running session has in its task. Where no task has it, one of its label is created
   * in the folder, by its URI; without a folder the session has no task.
   */
  async put(session: SessionInfo, folder: string | undefined): Promise<string> {
    const task = findTaskOfSession(this.deps.tasks.list(), session.id);
    if (task) {
      const { label } = findConversation(task, session.id) ?? session;
      this.open(task, session, label);
      return label;
    }
    if (folder !== undefined) {
      try {
        const name = toOneLine(session.label) || session.id;
        const created = await this.deps.tasks.create({ name, folder, cwd: session.workDir });
        this.open(created, session, session.label);
      } catch (error) {
        this.deps.handleError(error);
      }
    }
    return session.label;
  }

  /** The session has ended while no window had it; one that was lost can be resumed, and stays open. */
  close({ id, isLost }: SessionInfo): void {
    const { tasks } = this.deps;
    if (!isLost) {
      const open = tasks.list().filter((task) => findConversation(task, id)?.isOpen === true);
      open.forEach((task) => void tasks.closeConversation(task.id, id));
    }
  }

  private open(task: Task, session: SessionInfo, label: string): void {
    const known = findConversation(task, session.id);
    // The shell after an agent is no open conversation.
    const isOpen = session.agentExitCode === null;
    if (known?.isOpen === isOpen) {
      return;
    }
    const { id: ptyId, createdAt } = session;
    const providerId = parsePtyId(ptyId)?.providerId ?? '';
    const conversation = { ...(known ?? { ptyId, providerId, label, createdAt }), isOpen };
    this.deps.tasks.putConversation(task.id, conversation).catch(this.deps.handleError);
  }
}
