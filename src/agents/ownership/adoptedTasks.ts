import { parsePtyId } from '../../pty/ptyId';
import type { SessionInfo } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import { findConversation } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import { findAdoptedTask, isAgentRunning } from './planAdoption';

export interface AdoptedTasksDeps {
  readonly tasks: Pick<TaskStore, 'closeConversation' | 'create' | 'list' | 'putConversation'>;
  readonly handleError: (error: unknown) => void;
}

/** Has the tasks of sessions that outlived their window tell of them, whatever is remembered by now. */
export class AdoptedTasks {
  constructor(private readonly deps: AdoptedTasksDeps) {}

  /**
   * Gives the label that the session has in its task. A task that nobody remembers is made anew in
   * the folder, by its URI; without one, the session shows by itself.
   */
  async put(session: SessionInfo, folder: string | undefined): Promise<string> {
    const found = findAdoptedTask(session, this.deps.tasks.list());
    if (found.kind === 'known') {
      this.open(found.task, session, found.label);
      return found.label;
    }
    if (folder !== undefined) {
      try {
        const { name } = found;
        const task = await this.deps.tasks.create({ name, folder, cwd: session.workDir });
        this.open(task, session, session.label);
      } catch (error) {
        this.deps.handleError(error);
      }
    }
    return session.label;
  }

  /** The session has ended while no window was there; one that was lost can go on. */
  close({ id, isLost }: SessionInfo): void {
    const { tasks } = this.deps;
    if (!isLost) {
      const holders = tasks.list().filter((task) => findConversation(task, id)?.isOpen);
      holders.forEach((task) => void tasks.closeConversation(task.id, id));
    }
  }

  private open(task: Task, session: SessionInfo, label: string): void {
    const known = findConversation(task, session.id);
    const isOpen = isAgentRunning(session);
    if (known?.isOpen === isOpen) {
      return;
    }
    const { id: ptyId, createdAt } = session;
    const providerId = parsePtyId(ptyId)?.providerId ?? '';
    const conversation = { ...(known ?? { ptyId, providerId, label, createdAt }), isOpen };
    this.deps.tasks.putConversation(task.id, conversation).catch(this.deps.handleError);
  }
}
