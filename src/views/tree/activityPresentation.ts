import type { ActivityState, Need, NeedsInput } from '../../status/activity';
import { cutText } from '../dialogs/shownText';
import { toVisibleText } from '../../base/text/visibleText';

/**
 * The presentation of an agent's activity in all views. Shape and words differ by state, so colour
 * is not needed to distinguish states.
 */
interface ActivityPresentation {
  readonly words: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The id of a theme colour. */
  readonly color: string | undefined;
  /** The mark before the name of its terminal; empty for none. */
  readonly mark: string;
}

/** The most characters of a question in a row; the tooltip has the whole question. */
const MAX_QUESTION_CHARS = 60;

const MAX_REASON_CHARS = 120;

/** Returns undefined for an unknown activity. */
export function presentActivity(state: ActivityState): ActivityPresentation | undefined {
  switch (state.kind) {
    case 'working':
      return {
        words: describeWork(state),
        icon: 'sync~spin',
        color: 'charts.blue',
        mark: '⋯',
      };
    case 'needsInput':
      return {
        words: `${state.likely ? 'may need you' : 'needs you'}: ${describeNeed(state)}`,
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
      return {
        words: formatFailure(state.error),
        icon: 'warning',
        color: 'list.errorForeground',
        mark: '',
      };
    case 'unknown':
      return undefined;
  }
}

/** Returns the question, cut for a row, or the need if the question is not known. */
export function describeQuestion({ need, question }: NeedsInput): string {
  return question === undefined ? need : formatQuestion(question);
}

/** `working (2 in background)` */
function describeWork({ background }: Extract<ActivityState, { kind: 'working' }>): string {
  return background === undefined ? 'working' : `working (${background} in background)`;
}

/** Returns the reason of a status on one line, cut: it may contain a whole row of the screen. */
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

/** Returns an agent's text on one line of a row. The text is untrusted. */
function formatQuestion(question: string): string {
  return cutText(toVisibleText(question), MAX_QUESTION_CHARS);
}

function formatFailure(error: string | undefined): string {
  return error === undefined ? 'failed' : `failed: ${formatQuestion(error)}`;
}

function formatResets(resets: string | undefined): readonly string[] {
  return resets === undefined ? [] : [`resets ${formatQuestion(resets)}`];
}
