import { Emitter } from '../base/event';
import { SessionError } from '../base/errors';
import type { StatusService } from './statusService';

/** Where nothing looks at agents: nobody knows what they do. */
export const unknownStatus: StatusService = {
  onDidChange: new Emitter<string>().event,
  get: () => ({
    state: { kind: 'unknown' },
    source: undefined,
    ruleId: undefined,
    reason: 'nobody has said anything',
    since: 0,
  }),
  markSeen: () => {},
  explain: (ptyId) =>
    Promise.reject(
      new SessionError(
        'SESSION_NOT_FOUND',
        `Nothing is known of what the agent of session ${ptyId} does.`,
      ),
    ),
};
