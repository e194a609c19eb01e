import { requestOf, type Need } from '../../status/activity';
import { cutText } from '../dialogs/cutText';
import { toMessageText } from '../dialogs/messageText';
import { formatTerminalLabel } from '../terminals/terminalSubject';
import { formatRefusal } from '../dialogs/formatRequest';
import type { SessionActivity } from './waitingSessions';

export const NOTIFICATION_BUTTONS = {
  open: 'Open',
  approve: 'Approve',
  never: "Don't Show Again",
} as const;

export type NotificationButton = keyof typeof NOTIFICATION_BUTTONS;

interface NotificationContent {
  readonly text: string;
  readonly buttons: readonly NotificationButton[];
}

/** The most characters of a question: VS Code shows only a few lines of a message. */
const MAX_QUESTION_CHARS = 200;

/** Returns the text and buttons of the message that an agent needs the person, or is done. */
export function formatNotification(
  { activity: { state }, label, task }: SessionActivity,
  folderName: string | undefined,
): NotificationContent {
  const prefix = folderName === undefined ? '' : `${folderName}: `;
  const who = `${prefix}${formatTerminalLabel({ label, task })}`;
  if (state.kind !== 'needsInput') {
    return { text: toMessageText(`${who} is done.`), buttons: ['open', 'never'] };
  }
  const question =
    state.question === undefined ? '.' : `: ${cutText(state.question, MAX_QUESTION_CHARS)}`;
  const probably = state.likely ? 'probably ' : '';
  const text = `${who} ${probably}${NEED_WORDS[state.need]}${question}`;
  const request = requestOf(state);
  if (state.need !== 'permission') {
    return { text: toMessageText(text), buttons: ['open', 'never'] };
  }
  return request.kind === 'whole'
    ? { text: toMessageText(text), buttons: ['open', 'approve', 'never'] }
    : { text: toMessageText(`${text} ${formatRefusal(request.why)}`), buttons: ['open', 'never'] };
}

const NEED_WORDS = {
  permission: 'needs your permission',
  question: 'asks you a question',
  trust: 'asks whether it may trust the folder',
} as const satisfies Record<Need, string>;
