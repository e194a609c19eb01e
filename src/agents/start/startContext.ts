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
  /** The PTY id of the session from which it is forked. */
  readonly parent?: string | undefined;
  /** The PTY id of the session whose agent starts it. */
  readonly startedBy?: string | undefined;
  /** Whether the session may not start outside of the folder and its worktrees. */
  readonly isConfined?: boolean | undefined;
  /** The terminal output with which the screen of a fork begins. */
  readonly seed?: string | undefined;
  /** Notices for the person about what is decided, one sentence each. */
  readonly notices?: readonly string[] | undefined;
}

/** The same with the person's shell and its PATH. */
export interface ShellContext extends StartContext {
  readonly shell: Shell;
  /** The PATH of the person's login shell. */
  readonly path: string;
}

/** What holds the session: according to the options, else to the settings. */
export function persistenceOf({
  options,
  settings,
}: Pick<StartContext, 'options' | 'settings'>): Persistence {
  return options.persistence ?? settings.persistence;
}
