import { randomHex } from '../base/randomHex';

/** Creates ids of tasks and conversations. Tests inject their own. */
export interface TaskIds {
  /** `task_…`, the suffix of the PTY id of the task's main conversation. */
  task(): string;
  /** `conv_…`, the suffix of a chat's PTY id. */
  conversation(): string;
}

export const randomTaskIds: TaskIds = {
  task: () => `task_${randomHex(8)}`,
  conversation: () => `conv_${randomHex(8)}`,
};
