import { WorktreeCreations } from '../../../src/agents/worktrees/worktreeCreations';
import type { CommandServices } from '../../../src/commands/commandServices';
import type { SessionError } from '../../../src/base/errors';
import type { Task } from '../../../src/tasks/task';
import type { WorktreeLosses } from '../../../src/worktrees/inspectWorktree';
import type { WorktreeLocation } from '../../../src/worktrees/locateWorktree';
import type { WindowActions } from '../../../src/views/workspace/windowActions';
import { worktreeTask } from '../agents/worktreeTask';

/** What a test sets of worktrees. */
interface WorktreeFacts {
  readonly obstacle: string | undefined;
  readonly remoteBase: string | undefined;
  readonly failure: SessionError | undefined;
  readonly losses: (WorktreeLosses | undefined)[];
  readonly location: WorktreeLocation;
}

/** Worktrees that note what is done with them, and are in the state of the world. */
export function fakeWorktrees(
  world: WorktreeFacts,
  note: (event: string) => void,
): CommandServices['worktrees'] {
  const made = (task: Task) => Promise.resolve({ task, notices: [] });
  return {
    creations: new WorktreeCreations(),
    findObstacle: () => Promise.resolve(world.obstacle),
    findRemoteBase: () => Promise.resolve(world.remoteBase),
    takeChanges: ({ id }) => {
      note(`take changes of ${id}`);
      return Promise.resolve({ head: 'h', staged: 's', files: 'f', notices: [] });
    },
    create: ({ name, base, changes, fetch }) => {
      note(
        `worktree ${name}${base ? ` at ${base}` : ''}${fetch ? ' after a fetch' : ''}${changes ? ' with changes' : ''}`,
      );
      return made(worktreeTask('t9'));
    },
    inspect: () =>
      world.failure
        ? Promise.reject(world.failure)
        : Promise.resolve(world.losses.length > 1 ? world.losses.shift() : world.losses.at(0)),
    locate: () => Promise.resolve(world.location),
    requireThere: () => Promise.resolve(),
    archive: ({ id }) => Promise.resolve(note(`archive ${id}`)),
    unarchive: (task) => (note(`unarchive ${task.id}`), made(task)),
    restore: (task) => (note(`restore ${task.id}`), made(task)),
    repair: (task, directory) => (
      note(`repair ${task.id} ${directory ?? ''}`),
      Promise.resolve(task)
    ),
    delete: ({ id }, { branch, force }) =>
      Promise.resolve(note(`delete ${id}, branch ${branch}${force ? ', by force' : ''}`)),
  };
}

/** A window that notes what it does. What is opened in an editor stays as it is. */
export function fakeWindowActions(note: (event: string) => void): WindowActions {
  return {
    copyText: (text) => Promise.resolve(note(`copy ${text}`)),
    openUrl: (url) => Promise.resolve(note(`browse ${url}`)),
    openFolder: (path) => Promise.resolve(note(`open ${path}`)),
    openConflicts: (root, files) =>
      Promise.resolve(note(`open conflicts in ${root}: ${files.join(', ')}`)),
    openMarkdown: (text) => Promise.resolve((note(`open as Markdown ${text}`), () => text)),
  };
}
