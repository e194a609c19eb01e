import type { ActivityState } from './activity';

/**
 * The classes in which sources can contradict each other. States within `rest` only differ in
 * precision.
 */
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
