import type { ShownState } from '../providers/model/statusFacts';
import type { ActivityState } from './activity';

/**
 * The activity for a state in a provider's data. `detail` is the question, the error, or when a limit ends.
 */
export function toActivity(shows: ShownState, detail: string | undefined): ActivityState {
  switch (shows) {
    case 'working':
    case 'idle':
      return { kind: shows };
    case 'failed':
      return { kind: 'failed', ...(detail !== undefined && { error: detail }) };
    case 'limited':
      return { kind: 'limited', resets: detail };
    case 'permission':
    case 'question':
    case 'trust':
      return { kind: 'needsInput', need: shows, question: detail };
  }
}
