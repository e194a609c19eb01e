import { matches, valueAt } from '../../conversations/transcripts/recordField';
import type { HookReading, HookStatement, HookSupport } from '../../providers/model/hookSupport';
import { toOneLine } from '../../base/oneLine';
import { isRecord } from '../../base/isRecord';
import type { ActivityState, Signal } from '../activity';
import type { HookEvent } from './hookEvent';

/** A question has at most so many characters. */
const QUESTION_LENGTH = 300;

/** Ids as CLIs make them up; whatever else stands there would be an argument of the next start. */
const CONVERSATION_ID = /^[A-Za-z0-9][\w-]{7,127}$/;

/** What a hook's event says of the session's agent; undefined where it says nothing of it. */
export function readHook(support: HookSupport, event: HookEvent): Signal | undefined {
  const reading = readingOf(support, event);
  const rule = reading?.rules.find(
    ({ event: name, when }) => name === event.name && matches(event.payload, when ?? {}),
  );
  if (!rule) {
    return undefined;
  }
  const state = toState(rule.says, event.payload);
  const reason = `its hook ${event.name} says so`;
  return { source: 'hook', state, ruleId: event.name, reason, at: event.at };
}

/** The conversation that the session has from this event on; undefined where it tells none. */
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

/** None for what could not be read, and for what a sub-agent or a side thread reports. */
function readingOf(support: HookSupport, { payload }: HookEvent): HookReading | undefined {
  if (support.kind === 'none' || !isRecord(payload)) {
    return undefined;
  }
  return support.notOfSession.some((match) => matches(payload, match)) ? undefined : support;
}

function toState(says: HookStatement, payload: unknown): ActivityState {
  switch (says.kind) {
    case 'needsInput':
      return { kind: 'needsInput', need: says.need, question: findQuestion(says, payload) };
    case 'limited':
      return { kind: 'limited', resets: undefined };
    case 'working':
    case 'done':
    case 'idle':
    case 'failed':
      return { kind: says.kind };
  }
}

function findQuestion(
  { question }: Extract<HookStatement, { kind: 'needsInput' }>,
  payload: unknown,
): string | undefined {
  const found = question
    .map((fields) => fields.map((field) => valueAt(payload, field)))
    .find((values): values is string[] => values.every((value) => typeof value === 'string'));
  return found && toOneLine(found.join(': ')).slice(0, QUESTION_LENGTH);
}
