import type { ActivityState, Need } from '../../status/activity';
import { cutText } from '../dialogs/cutText';
import { toVisibleText } from '../dialogs/visibleText';

/** How what an agent does looks, wherever it is shown: a shape of its own, and words for all that the colour says. */
export interface ActivityPresentation {
  readonly words: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The id of a theme colour. */
  readonly color: string | undefined;
  /** What stands before the name of its terminal; empty where nothing is to be told there. */
  readonly mark: string;
}

type NeedsInput = Extract<ActivityState, { kind: 'needsInput' }>;

/** Rows are narrow; the tooltip has the whole. */
const MAX_QUESTION_CHARS = 60;

const MAX_REASON_CHARS = 120;

/** `undefined` where nobody knows what the agent does. */
export function presentActivity(state: ActivityState): ActivityPresentation | undefined {
  switch (state.kind) {
    case 'working':
      return { words: 'working', icon: 'sync~spin', color: 'charts.blue', mark: '⋯' };
    case 'needsInput':
      return {
        words: `needs you: ${describeNeed(state)}`,
        icon: NEED_ICONS[state.need],
        color: 'list.warningForeground',
        mark: '🔔',
      };
    case 'done':
      return { words: 'done', icon: 'check', color: 'charts.green', mark: '✓' };
    case 'idle':
      return { words: 'idle', icon: 'circle-outline', color: undefined, mark: '' };
    case 'limited':
      return {
        words: ['usage limit', ...formatResets(state.resets)].join(', '),
        icon: 'watch',
        color: 'list.warningForeground',
        mark: '',
      };
    case 'failed':
      return { words: 'failed', icon: 'warning', color: 'list.errorForeground', mark: '' };
    case 'unknown':
      return undefined;
  }
}

/** What it asks, cut for a row; the need alone where nothing shows the question. */
export function describeQuestion({ need, question }: NeedsInput): string {
  return question === undefined ? need : formatQuestion(question);
}

/** Why somebody says so, in which a whole row of the screen may be. */
export function formatReason(reason: string): string {
  return cutText(toVisibleText(reason), MAX_REASON_CHARS);
}

/** `permission - Run npm test?` */
function describeNeed(state: NeedsInput): string {
  return state.question === undefined ? state.need : `${state.need} - ${describeQuestion(state)}`;
}

export const NEED_ICONS = {
  permission: 'bell-dot',
  question: 'question',
  trust: 'shield',
} as const satisfies Record<Need, string>;

/** A text of the agent on one line of a row: it is not to be trusted. */
function formatQuestion(question: string): string {
  return cutText(toVisibleText(question), MAX_QUESTION_CHARS);
}

function formatResets(resets: string | undefined): readonly string[] {
  return resets === undefined ? [] : [`resets ${formatQuestion(resets)}`];
}
