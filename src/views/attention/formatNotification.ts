import { MESSAGE_KINDS, type MessageKind } from '../../config/settings';
import { requestOf, type Need, type NeedsInput } from '../../status/activity';
import { cutText, formatRefusal, toMessageText } from '../dialogs/shownText';
import { formatTerminalLabel } from '../terminals/terminalSubject';
import { kindOf } from './planNotification';
import type { SessionActivity } from './waitingSessions';

export const NOTIFICATION_BUTTONS = {
  open: 'Open',
  openOne: 'Open...',
  approve: 'Approve',
  never: "Don't Show Again",
} as const;

export type NotificationButton = keyof typeof NOTIFICATION_BUTTONS;

interface NotificationContent {
  readonly text: string;
  readonly buttons: readonly NotificationButton[];
}

/** The most characters of a text of the agent: VS Code shows only a few lines of a message. */
const MAX_AGENT_CHARS = 200;

/** The most sessions that a message about several names. */
const MAX_NAMES = 5;

export function formatNotification(
  one: SessionActivity,
  folderName: string | undefined,
): NotificationContent {
  const prefix = folderName === undefined ? '' : `${folderName}: `;
  const text = toMessageText(`${prefix}${formatTerminalLabel(one)} ${describe(one)}`);
  const { state } = one.activity;
  const isApprovable =
    state.kind === 'needsInput' && state.need === 'permission' && requestOf(state).kind === 'whole';
  return { text, buttons: isApprovable ? ['open', 'approve', 'never'] : ['open', 'never'] };
}

/** Returns the text and buttons of one message about several sessions, with the count of each kind. */
export function formatNotifications(all: readonly SessionActivity[]): NotificationContent {
  const groups = MESSAGE_KINDS.map((kind) => ({
    kind,
    group: all.filter(({ activity }) => kindOf(activity) === kind),
  })).filter(({ group }) => group.length > 0);
  const counts = groups.map(({ kind, group: { length } }, index) => {
    const noun = index > 0 ? '' : length === 1 ? ' agent' : ' agents';
    return `${length}${noun} ${COUNTED[kind][length === 1 ? 0 : 1]}`;
  });
  const names = groups.flatMap(({ group }) => group.map(formatTerminalLabel));
  const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : [];
  const listed = [...names.slice(0, MAX_NAMES), ...more].join(', ');
  return {
    text: toMessageText(`${counts.join(', ')}: ${listed}.`),
    buttons: ['openOne', 'never'],
  };
}

const COUNTED = {
  needsYou: ['needs you', 'need you'],
  died: ['ended with an error', 'ended with an error'],
  failed: ['failed', 'failed'],
  limited: ['has reached its usage limit', 'have reached their usage limit'],
  done: ['is done', 'are done'],
} as const satisfies Record<MessageKind, readonly [string, string]>;

function describe({ activity: { state, source }, session }: SessionActivity): string {
  switch (state.kind) {
    case 'needsInput':
      return describeQuestion(state);
    case 'failed':
      return source === 'process' ? describeEnd(session) : `failed${detail(state.error)}`;
    case 'limited':
      return `has reached its usage limit${detail(state.resets && `it resets ${state.resets}`)}`;
    case 'done':
    case 'working':
    case 'idle':
    case 'unknown':
      return 'is done.';
  }
}

function describeQuestion(state: NeedsInput): string {
  const request = requestOf(state);
  const refusal =
    state.need === 'permission' && request.kind !== 'whole' ? ` ${formatRefusal(request.why)}` : '';
  const asks = state.likely ? 'may need you' : NEED_WORDS[state.need];
  return `${asks}${detail(state.question)}${refusal}`;
}

function describeEnd({ agentExitCode, exitCode, exitSignal }: SessionActivity['session']): string {
  const code = agentExitCode ?? exitCode;
  return code === null ? `was ended by ${exitSignal}.` : `ended with exit code ${code}.`;
}

function detail(text: string | undefined): string {
  return text === undefined ? '.' : `: ${cutText(text, MAX_AGENT_CHARS)}`;
}

const NEED_WORDS = {
  permission: 'needs your permission',
  question: 'asks you a question',
  trust: 'asks whether it may trust the folder',
} as const satisfies Record<Need, string>;
