import { promptLine } from '../conversations/promptLine';
import { matches, readField, valueAt } from '../conversations/recordField';
import { digestRecord } from '../conversations/transcriptDigest';
import type { AnswerRecords } from '../providers/engineFacts';
import type { TranscriptRecords } from '../providers/transcriptSupport';

/** What a transcript has of an answer, to the letter. */
export interface RecordedAnswer {
  /** What the agent has said since the prompt, between its tools, too. */
  readonly texts: readonly string[];
  /** Whether the turn has come to its end there. */
  readonly isWhole: boolean;
}

export const NOTHING_RECORDED: RecordedAnswer = { texts: [], isWhole: false };

/** By what the records of a transcript are read. */
export interface AnswerReading {
  readonly answers: Exclude<AnswerRecords, { kind: 'none' }>;
  readonly records: TranscriptRecords;
  /** As it was typed. */
  readonly prompt: string;
}

/** Adds what a record says; one with the prompt itself begins the answer anew. */
export function addRecord(
  { texts, isWhole }: RecordedAnswer,
  record: unknown,
  { answers, records, prompt }: AnswerReading,
): RecordedAnswer {
  const said = digestRecord({}, record, records).firstPrompt;
  if (said !== undefined && said === promptLine(prompt)) {
    return NOTHING_RECORDED;
  }
  const more = textsOf(record, answers);
  const ends = answers.ends.some((match) => matches(record, match));
  return {
    texts: joinPieces(texts, more, answers),
    isWhole: ends || (isWhole && more.length === 0),
  };
}

export function formatRecorded({ texts }: RecordedAnswer): string {
  return texts.join('\n\n').replace(/^\s*\n|\s+$/g, '');
}

function textsOf(
  record: unknown,
  { text, notText = {} }: AnswerReading['answers'],
): readonly string[] {
  const value = readField(record, text);
  const blocks: readonly unknown[] = Array.isArray(value) ? value : [value];
  return blocks
    .filter((block) => !Object.entries(notText).some(([at, is]) => matches(block, { [at]: is })))
    .map((block) => (typeof block === 'string' ? block : valueAt(block, 'text')))
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '');
}

function joinPieces(
  texts: readonly string[],
  more: readonly string[],
  { pieces }: AnswerReading['answers'],
): readonly string[] {
  return pieces === 'texts' ? [...texts, ...more] : [[...texts, ...more].join('')].filter(Boolean);
}
