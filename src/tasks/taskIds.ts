import { randomBytes } from 'node:crypto';

/** Names new tasks and conversations; handed in, so that tests can foretell the names. */
export interface TaskIds {
  /** `task_…`, the suffix of the PTY id of the task's main conversation. */
  task(): string;
  /** `conv_…`, the suffix of a chat's PTY id. */
  conversation(): string;
}

export const randomTaskIds: TaskIds = {
  task: () => `task_${randomText()}`,
  conversation: () => `conv_${randomText()}`,
};

/** 64 random bits: two windows never choose the same. */
function randomText(): string {
  return randomBytes(8).toString('hex');
}
