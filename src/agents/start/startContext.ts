import type { Shell } from '../../pty/shell/shells';
import type { Persistence } from '../../pty/spawnMode';
import type { Task } from '../../tasks/task';
import type { FolderRef, AgentOptions } from '../agentService';
import type { AgentSettings } from './agentSettings';

/** Where a session is to be: all that was decided before its program is planned. */
export interface StartContext {
  readonly ptyId: string;
  readonly label: string;
  readonly task: Task;
  readonly folder: FolderRef;
  readonly settings: AgentSettings;
  readonly options: AgentOptions;
  /** The session that it is forked from, and what its screen begins with then. */
  readonly parent?: string | undefined;
  readonly seed?: string | undefined;
}

/** The same with what the person's shell says. */
export interface ShellContext extends StartContext {
  readonly shell: Shell;
  /** The PATH as the person's login shell has it. */
  readonly path: string;
}

/** What the session is to outlive: as it was asked for, else as the settings say. */
export function persistenceOf({
  options,
  settings,
}: Pick<StartContext, 'options' | 'settings'>): Persistence {
  return options.persistence ?? settings.persistence;
}
