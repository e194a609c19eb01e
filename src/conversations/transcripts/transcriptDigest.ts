import { matches, readField } from './recordField';
import type { RecordField, TranscriptRecords } from '../../providers/model/transcriptSupport';

const PLAIN_ID = /^[A-Za-z0-9][\w.:-]{0,199}$/;

/** What the records of a transcript that were read so far state about its conversation. */
export interface TranscriptFacts {
  readonly id?: string;
  readonly cwd?: string;
  readonly firstPrompt?: string;
  readonly model?: string;
  /** The transcript belongs to a sub-agent or a script. */
  readonly isImpersonal?: true;
}

/** Adds what one record states. Earlier values are kept. */
export function digestRecord(
  facts: TranscriptFacts,
  record: unknown,
  records: TranscriptRecords,
): TranscriptFacts {
  if (facts.isImpersonal) {
    return facts;
  }
  if (
    facts.firstPrompt === undefined &&
    records.notPersonal.some((match) => matches(record, match))
  ) {
    return { ...facts, isImpersonal: true };
  }
  return withoutUndefined({
    id: facts.id ?? idOf(record, records),
    cwd: facts.cwd ?? textOf(record, records.cwd),
    firstPrompt: facts.firstPrompt ?? promptOf(record, records),
    model: facts.model ?? modelOf(record, records),
  });
}

export function isComplete(facts: TranscriptFacts, records: TranscriptRecords): boolean {
  const { isImpersonal, id, cwd, firstPrompt, model } = facts;
  const lacksNothing =
    (id !== undefined || records.id === undefined) &&
    (cwd !== undefined || records.cwd === undefined) &&
    (model !== undefined || records.model.length === 0);
  return isImpersonal === true || (lacksNothing && firstPrompt !== undefined);
}

function textOf(record: unknown, field: RecordField | undefined): string | undefined {
  const value = field && readField(record, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Undefined for a text that is no id: the id is a word of command lines, and shown to models. */
function idOf(record: unknown, { id }: TranscriptRecords): string | undefined {
  const text = textOf(record, id);
  return text !== undefined && PLAIN_ID.test(text) ? text : undefined;
}

function modelOf(record: unknown, { model }: TranscriptRecords): string | undefined {
  for (const field of model) {
    const name = promptLine(textOf(record, field) ?? '');
    if (name !== undefined) {
      return name;
    }
  }
  return undefined;
}

function promptOf(record: unknown, records: TranscriptRecords): string | undefined {
  const value = readField(record, records.prompt);
  const blocks: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const block of blocks) {
    const text = (typeof block === 'string' ? block : textOf(block, { at: 'text' }))?.trimStart();
    if (text !== undefined && !records.notPrompts.some((start) => text.startsWith(start))) {
      const line = promptLine(text);
      if (line !== undefined) {
        return line;
      }
    }
  }
  return undefined;
}

type Loose<T> = { readonly [Key in keyof T]: T[Key] | undefined };

function withoutUndefined(facts: Loose<TranscriptFacts>): TranscriptFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

const PROMPT_LENGTH = 200;

/** How many are processed: a prompt may be a pasted file. */
const MAX_READ_CHARS = 4_000;

/**
 * A prompt on one line, shortened, without control and format characters. Undefined if nothing
 * remains.
 */
export function promptLine(text: string): string | undefined {
  const line = text
    .slice(0, MAX_READ_CHARS)
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/\s+/gu, ' ')
    // Direction marks could reverse the rest of a row. Joiners are kept, since they hold emoji
    // together.
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu, '')
    .trim();
  return line === '' ? undefined : [...line].slice(0, PROMPT_LENGTH).join('').trimEnd();
}
