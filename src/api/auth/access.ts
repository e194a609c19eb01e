import type { FolderRef } from '../../agents/agentService';

/**
 * The sessions that a caller can see and drive: those of one workspace folder, or all of the
 * window.
 */
export interface Access {
  readonly folder: FolderRef | 'all';
  /**
   * Who holds the token. Agents cannot turn off the approval questions of agents, their own
   * included.
   */
  readonly by: 'person' | 'agent';
}
