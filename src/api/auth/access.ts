import type { FolderRef } from '../../agents/agentService';

/** Whose sessions a caller sees and drives: those of one workspace folder, or all of the window. */
export interface Access {
  readonly folder: FolderRef | 'all';
  /** An agent may not free others, or itself, from asking the person. */
  readonly by: 'person' | 'agent';
}
