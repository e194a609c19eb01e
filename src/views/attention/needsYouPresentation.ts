import { TREE_ITEMS } from '../../config/contributions';
import { requestOf, type Need } from '../../status/activity';
import { describeQuestion, formatReason, NEED_ICONS } from '../tree/activityPresentation';
import { formatAge } from './formatAge';
import { formatRefusal, formatRequest } from '../dialogs/shownText';
import type { NodePresentation } from '../tree/treeItem';
import { toVisibleText } from '../../base/text/visibleText';
import type { WaitingSession } from './waitingSessions';

interface NeedsYouContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The name of its workspace folder; undefined if only one folder is open. */
  readonly folderName: string | undefined;
}

/**
 * Presents a row of Needs You. The task and the question come first, because the rest may be cut
 * off.
 */
export function presentWaiting(
  { label, task, state, activity }: WaitingSession,
  { now, folderName }: NeedsYouContext,
): NodePresentation {
  const age = formatAge(now - activity.since);
  const name = task?.name ?? label;
  const who = [...(task ? [label] : []), ...(folderName === undefined ? [] : [folderName])];
  const question = state.question === undefined ? [] : [toVisibleText(state.question)];
  const request = requestOf(state);
  const isWhole = request.kind === 'whole';
  const rows = isWhole ? formatRequest(request.text) : [];
  const refusal = isWhole || state.need === 'question' ? [] : [formatRefusal(request.why)];
  // A screen reader has no hover, so the label has all rows, too.
  const spoken = new Set([...question, ...(isWhole ? [rows.join(' ')] : [])]);
  return {
    label: name,
    description: [describeQuestion(state), age, ...who].join(' · '),
    tooltip: [
      [name, ...who].join(', '),
      `${state.likely ? 'May wait' : 'Waits'} for ${NEED_SENTENCES[state.need]}, asked ${age}.`,
      ...(isWhole ? rows : question),
      ...refusal,
      ...(state.likely ? [LIKELY_SENTENCE] : []),
      `Because ${formatReason(activity.reason)}`,
    ].join('\n'),
    icon: NEED_ICONS[state.need],
    color: 'list.warningForeground',
    contextValue: state.likely
      ? TREE_ITEMS.likelyQuestion
      : (isWhole ? NEED_ITEMS : THERE_ITEMS)[state.need],
    accessibilityLabel: [name, ...who, state.need, ...spoken, age].join(', '),
    collapsible: 'none',
    opens: true,
  };
}

const LIKELY_SENTENCE =
  'No rule for this agent recognises the screen, which may show a question: open it to answer.';

const NEED_SENTENCES = {
  permission: 'your permission',
  question: 'your answer',
  trust: 'you to decide whether it may trust the folder',
} as const satisfies Record<Need, string>;

const NEED_ITEMS = {
  permission: TREE_ITEMS.waitingForPermission,
  question: TREE_ITEMS.waitingForAnswer,
  trust: TREE_ITEMS.waitingForTrust,
} as const satisfies Record<Need, string>;

/** For a request that can only be approved in its terminal. */
const THERE_ITEMS = {
  permission: TREE_ITEMS.permissionInTerminal,
  question: TREE_ITEMS.waitingForAnswer,
  trust: TREE_ITEMS.trustInTerminal,
} as const satisfies Record<Need, string>;
