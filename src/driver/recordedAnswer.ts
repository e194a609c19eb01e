import { promptLine } from '../conversations/transcripts/promptLine';
import { matches, matchesAny, readField, valueAt } from '../conversations/transcripts/recordField';
import { digestRecord } from '../conversations/transcripts/transcriptDigest';
import type { AnswerRecords } from '../providers/model/engineFacts';
import type { RecordMatch, TranscriptRecords } from '../providers/model/transcriptSupport';

/** What a transcript has of an answer, to the letter. */
export interface RecordedAnswer {
  /** What the agent has said since the prompt, between its tools, too, by the id of its record. */
  readonly texts: readonly { readonly id: unknown; readonly text: string }[];
  /** Whether the turn has come to its end there, as far as its CLI tells. */
  readonly isWhole: boolean;
  /** Whether the prompt itself is there, so that all of this is about it. */
  readonly isOwn: boolean;
  /** Whether the last that is there tells that it could not be answered. */
  readonly hasFailed: boolean;
}

export const NOTHING_RECORDED: RecordedAnswer = {
  ...{ texts: [], isWhole: false, isOwn: false, hasFailed: false },
};

/** By what the records of a transcript are read. */
export interface AnswerReading {
  readonly answers: Exclude<AnswerRecords, { kind: 'none' }>;
  readonly records: TranscriptRecords;
  /** As it was typed. */
  readonly prompt: string;
}

/** Adds what a record says; one with the prompt itself begins the answer anew. */
export function addRecord(
  { texts, isWhole, isOwn, hasFailed }: RecordedAnswer,
  record: unknown,
  { answers, records, prompt }: AnswerReading,
): RecordedAnswer {
  const said = digestRecord({}, record, records).firstPrompt;
  if (said !== undefined && said === promptLine(prompt)) {
    return { ...NOTHING_RECORDED, isOwn: true };
  }
  const more = textsOf(record, answers);
  const isQuiet = more.length === 0;
  const has = (wanted: readonly RecordMatch[] = []): boolean =>
    wanted.some((match) => matches(record, match));
  const isOthers = matchesAny(record, answers.text.unless ?? {});
  const isEnd = has(answers.ends) && !isOthers;
  const isFailure = has(answers.fails);
  return {
    texts: join(texts, more, answers),
    isOwn,
    isWhole: isEnd || (answers.ends.length === 0 ? !isQuiet || isWhole : isQuiet && isWhole),
    hasFailed: isFailure || (isQuiet && hasFailed),
  };
}

export function formatRecorded({ texts }: RecordedAnswer): string {
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
  const words = blocks
    .filter(isText)
    .map((block) => (typeof block === 'string' ? block : valueAt(block, 'text')))
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .join('\n\n');
  return words === '' ? [] : [{ id: id && valueAt(record, id), text: words }];
}

/** A record that comes again is in the place of itself. */
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
