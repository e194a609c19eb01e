import type { ActivityState } from './activity';

/** What sources may contradict each other in: within `rest` they say the same more or less exactly. */
export type StateClass = 'working' | 'needsInput' | 'rest' | 'unknown';

export function classOf({ kind }: ActivityState): StateClass {
  switch (kind) {
    case 'working':
    case 'needsInput':
    case 'unknown':
      return kind;
    case 'done':
    case 'idle':
    case 'limited':
    case 'failed':
      return 'rest';
  }
}
