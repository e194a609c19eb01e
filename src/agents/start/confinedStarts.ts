import { SessionError } from '../../base/errors';
import type { TaskStore } from '../../tasks/taskStore';
import { findContainingFolder, resolveDirectory } from '../folderDirectories';
import type { StartContext } from './startContext';

/**
 * Finds the directory of a start that must stay in its folder, because its session was first started with
 * rights on that folder only.
 */
export class ConfinedStarts {
  constructor(
    private readonly deps: {
      readonly tasks: TaskStore;
    },
  ) {}

  /**
   * The directory, without links, that the session has to start in; undefined for starts that are not
   * confined.
   * @throws {SessionError} `CWD_NOT_FOUND`; `ILLEGAL_STATE` if the task's directory leads out of the folder.
   */
  async directoryOf({
    isConfined = false,
    folder,
    label,
    task,
  }: Pick<StartContext, 'folder' | 'isConfined' | 'label' | 'task'>): Promise<string | undefined> {
    if (!isConfined) {
      return undefined;
    }
    const real = await resolveDirectory(task.cwd);
    if (await findContainingFolder(real, [folder], (uri) => this.deps.tasks.list(uri))) {
      return real;
    }
    throw new SessionError(
      'ILLEGAL_STATE',
      `${label} was started with the rights of ${folder.name} only, and its directory ${task.cwd} leads out of that now, to ${real}: restore the directory, or start a new session.`,
    );
  }
}
