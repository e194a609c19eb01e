import { promptLine, digestRecord } from '../conversations/transcripts/transcriptDigest';
import { matches, matchesAny, readField, valueAt } from '../conversations/transcripts/recordField';
import type { AnswerSource } from '../providers/model/engineFacts';
import type { RecordMatch, TranscriptRecords } from '../providers/model/transcriptSupport';

/** The part of an answer that the transcript contains, as exact text. */
export interface RecordedAnswer {
  /**
   * The agent's texts since the prompt, including those between tool calls, with the ids of their
   * records.
   */
  readonly texts: readonly { readonly id: unknown; readonly text: string }[];
  /** Whether the transcript records the end of the turn, if its CLI writes one. */
  readonly isComplete: boolean;
  /** Whether the transcript contains the prompt, so that all texts belong to its answer. */
  readonly isOwn: boolean;
  /** Whether the last record reports that the prompt could not be answered. */
  readonly hasFailed: boolean;
}

export const NOTHING_RECORDED: RecordedAnswer = {
  ...{ texts: [], isComplete: false, isOwn: false, hasFailed: false },
};

export interface AnswerReading {
  readonly answers: Exclude<AnswerSource, { kind: 'none' }>;
  readonly records: TranscriptRecords;
  readonly prompt: string;
}

/** Adds a record to the answer. A record with the prompt itself starts a new answer. */
export function addRecord(
  { texts, isComplete, isOwn, hasFailed }: RecordedAnswer,
  record: unknown,
  { answers, records, prompt }: AnswerReading,
): RecordedAnswer {
  const recordedPrompt = digestRecord({}, record, records).firstPrompt;
  if (recordedPrompt !== undefined && recordedPrompt === promptLine(prompt)) {
    return { ...NOTHING_RECORDED, isOwn: true };
  }
  const more = textsOf(record, answers);
  const hasNoText = more.length === 0;
  const has = (patterns: readonly RecordMatch[] = []): boolean =>
    patterns.some((match) => matches(record, match));
  const isExcluded = matchesAny(record, answers.text.unless ?? {});
  const isEnd = has(answers.ends) && !isExcluded;
  const isFailure = has(answers.fails);
  return {
    texts: join(texts, more, answers),
    isOwn,
    isComplete:
      isEnd || (answers.ends.length === 0 ? !hasNoText || isComplete : hasNoText && isComplete),
    hasFailed: isFailure || (hasNoText && hasFailed),
  };
}

/**
 * The last message of an agent in the records of a transcript that were read: its texts without a
 * prompt, a tool call or a result between them.
 */
export interface LastMessage {
  readonly texts: RecordedAnswer['texts'];
  /** Whether the records that were read contain its beginning. */
  readonly hasBegin: boolean;
  /** Whether the next text begins another message. */
  readonly isDivided: boolean;
  /** Whether the agent has answered the last prompt or result, as far as its CLI records that. */
  readonly isSettled: boolean;
}

/** @param from whether the records are read from the first one of the transcript. */
export function beginMessage(from: 'first record' | 'later record'): LastMessage {
  return { texts: [], hasBegin: false, isDivided: from === 'first record', isSettled: false };
}

export function addToMessage(
  { texts, hasBegin, isDivided, isSettled }: LastMessage,
  record: unknown,
  answers: AnswerReading['answers'],
): LastMessage {
  const more = textsOf(record, answers);
  const hasText = more.length > 0;
  const has = (patterns: AnswerReading['answers']['ends'] = []): boolean =>
    patterns.some((match) => matches(record, match));
  const divides = has(answers.divides);
  const isEnd =
    has(answers.fails) || (has(answers.ends) && !matchesAny(record, answers.text.unless ?? {}));
  const isAnswer = hasText && answers.ends.length === 0;
  return {
    texts: hasText ? join(isDivided ? [] : texts, more, answers) : texts,
    hasBegin: hasBegin || (hasText && isDivided),
    isDivided: divides || (isDivided && !hasText),
    isSettled: isEnd || (!divides && (isSettled || isAnswer)),
  };
}

export function formatRecorded({ texts }: Pick<RecordedAnswer, 'texts'>): string {
  const all = texts.map(({ text }) => text).join('\n\n');
  return all.replace(/^\s*\n|\s+$/g, '');
}

function textsOf(
  record: unknown,
  { id, text, notText = {} }: AnswerReading['answers'],
): RecordedAnswer['texts'] {
  const value = readField(record, text);
  const blocks: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isText = (block: unknown): boolean =>
    !Object.entries(notText).some(([at, is]) => matches(block, { [at]: is }));
  const joined = blocks
    .filter(isText)
    .map((block) => (typeof block === 'string' ? block : valueAt(block, 'text')))
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .join('\n\n');
  return joined === '' ? [] : [{ id: id && valueAt(record, id), text: joined }];
}

/** Joins texts; a record that is written again replaces its earlier version. */
function join(
  before: RecordedAnswer['texts'],
  more: RecordedAnswer['texts'],
  { pieces }: AnswerReading['answers'],
): RecordedAnswer['texts'] {
  const kept = before.filter(
    ({ id }) => id === undefined || !more.some((other) => other.id === id),
  );
  const all = [...kept, ...more];
  const whole = all.map(({ text }) => text).join('');
  return pieces === 'texts' || whole === '' ? all : [{ id: undefined, text: whole }];
}
