import type { Shell } from '../../pty/shell/shells';
import type { Persistence } from '../../pty/spawnMode';
import type { Task } from '../../tasks/task';
import type { FolderRef } from '../folderRef';
import type { AgentOptions } from '../startRequests';
import type { AgentSettings } from './agentSettings';

/** What is decided about a session before its program is planned. */
export interface StartContext {
  readonly ptyId: string;
  readonly label: string;
  readonly task: Task;
  /** Whether the task is not stored: the session belongs to none. */
  readonly isStandalone?: boolean | undefined;
  readonly folder: FolderRef;
  readonly settings: AgentSettings;
  readonly options: AgentOptions;
  readonly parent?: string | undefined;
  readonly startedBy?: string | undefined;
  /** Whether the session may not start outside of the folder and its worktrees. */
  readonly isConfined?: boolean | undefined;
  /** The terminal output with which the screen of a fork begins. */
  readonly seed?: string | undefined;
  readonly notices?: readonly string[] | undefined;
}

export interface ShellContext extends StartContext {
  readonly shell: Shell;
  readonly path: string;
}

export function persistenceOf({
  options,
  settings,
}: Pick<StartContext, 'options' | 'settings'>): Persistence {
  return options.persistence ?? settings.persistence;
}
