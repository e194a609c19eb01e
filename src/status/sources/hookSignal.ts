import { matches, valueAt } from '../../conversations/transcripts/recordField';
import type { HookReading, HookStatus, HookSupport } from '../../providers/model/hookSupport';
import { toOneLine } from '../../base/text/oneLine';
import { isRecord } from '../../base/isRecord';
import { toWorking, type ActivityState, type Signal, toActivity } from '../activity';
import { toPlainLine } from '../screens/screenParts';
import type { HookEvent } from './hookEvent';

/**
 * The form of the ids that CLIs create. Any other text could act as an argument of the next start.
 */
const CONVERSATION_ID = /^[A-Za-z0-9][\w-]{7,127}$/;

/**
 * The signal of a hook event; undefined if the event does not concern the session's status.
 * @param conversation the last that {@link readConversationId} returned for the session.
 */
export function readHook(
  support: HookSupport,
  event: HookEvent,
  conversation?: string,
): Signal | undefined {
  const reading = readingOf(support, event);
  if (reading && isOfOther(reading, event, conversation)) {
    return undefined;
  }
  const rule = reading?.rules.find(
    ({ event: name, when }) => name === event.name && matches(event.payload, when ?? {}),
  );
  if (!rule) {
    return undefined;
  }
  const state = toState(rule.status, event.payload);
  const reason = `its hook ${event.name} reported it`;
  const isTurnOnly = state.kind === 'done' && 'awaitsScreen' in rule.status;
  return {
    ...{ source: 'hook', state, ruleId: event.name, reason, at: event.at },
    ...(isTurnOnly && { only: 'turn' }),
  };
}

/** The conversation that the session has from this event on; undefined if the event names none. */
export function readConversationId(support: HookSupport, event: HookEvent): string | undefined {
  const conversation = readingOf(support, event)?.conversation;
  if (conversation?.event !== event.name) {
    return undefined;
  }
  const { unless, at } = conversation;
  const id = valueAt(event.payload, at);
  const isTold = unless === undefined || !matches(event.payload, unless);
  return isTold && typeof id === 'string' && CONVERSATION_ID.test(id) ? id : undefined;
}

function isOfOther(
  { conversation: { isInEachEvent, at } }: HookReading,
  { payload }: HookEvent,
  conversation: string | undefined,
): boolean {
  return (
    isInEachEvent === true && conversation !== undefined && valueAt(payload, at) !== conversation
  );
}

/** Undefined for unreadable payloads and for events of sub-agents and side threads. */
function readingOf(support: HookSupport, { payload }: HookEvent): HookReading | undefined {
  if (support.kind === 'none' || !isRecord(payload)) {
    return undefined;
  }
  return support.notOfSession.some((match) => matches(payload, match)) ? undefined : support;
}

function toState(status: HookStatus, payload: unknown): ActivityState {
  switch (status.kind) {
    case 'needsInput': {
      const { kind, need } = status;
      const input = status.input === undefined ? undefined : valueAt(payload, status.input);
      const question = findText(status.question, payload);
      return { kind, need, question, ...(typeof input === 'string' && { input }) };
    }
    case 'limited':
      return { kind: 'limited', resets: undefined };
    case 'done': {
      const background = countRunning(status, payload);
      return background > 0 ? toWorking(background) : { kind: 'done' };
    }
    case 'working':
    case 'idle':
      return { kind: status.kind };
    case 'failed':
      return toActivity('failed', findText(status.error, payload));
  }
}

function countRunning({ unless }: Extract<HookStatus, { kind: 'done' }>, payload: unknown): number {
  const list = unless && valueAt(payload, unless.list);
  return Array.isArray(list)
    ? list.filter((entry) => unless?.has.some((match) => matches(entry, match))).length
    : 0;
}

/** The text at the first of these places that the payload has; undefined if it is empty. */
function findText(places: readonly (readonly string[])[], payload: unknown): string | undefined {
  const found = places
    .map((fields) => fields.map((field) => valueAt(payload, field)))
    .find((values): values is string[] => values.every((value) => typeof value === 'string'));
  return (found && toPlainLine(toOneLine(found.join(': ')))) || undefined;
}
