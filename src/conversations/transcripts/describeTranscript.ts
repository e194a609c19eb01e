import { isRecord } from '../../base/isRecord';
import { parseJsonLines, tryParseJson } from '../../base/parseJson';
import type { TranscriptRecords } from '../../providers/model/transcriptSupport';
import { isGone, LineReader } from './lineReader';
import type { TranscriptFile } from './transcriptFiles';
import { digestRecord, isComplete, type TranscriptFacts } from './transcriptDigest';
import type { Transcript } from './transcripts';

/** How many bytes at the start of a transcript are read. A transcript can have gigabytes. */
const HEAD_BYTES = 256 * 1024;

/** How many bytes at its end are read if the start does not state the directory. */
const TAIL_BYTES = 64 * 1024;

/** The largest file in a format that must be read as a whole. */
const DOCUMENT_BYTES = 4 * 1024 * 1024;

/**
 * Reads what a file states about its conversation. `isMeant` is called as soon as the directory is
 * known.
 * @returns `unreadable` if access is denied or the disk fails; undefined for what describes no such
 * conversation, as a sub-agent's file or one of another directory.
 */
export async function describeTranscript(
  { path, id }: TranscriptFile,
  records: TranscriptRecords,
  isMeant: (cwd: string) => Promise<boolean>,
): Promise<Transcript | 'unreadable' | undefined> {
  try {
    return await LineReader.using(path, async (reader) => {
      const facts = await readFacts(reader, records, isMeant);
      if (facts === undefined || facts.isImpersonal) {
        return undefined;
      }
      const ownId = id ?? facts.id;
      return ownId === undefined
        ? undefined
        : toTranscript({ path, id: ownId, modifiedAt: reader.modifiedAt }, facts);
    });
  } catch (error) {
    return isGone(error) ? undefined : 'unreadable';
  }
}

function toTranscript(
  file: Pick<Transcript, 'id' | 'path' | 'modifiedAt'>,
  { cwd, firstPrompt, model }: TranscriptFacts,
): Transcript {
  return { ...file, cwd, firstPrompt, model };
}

async function readFacts(
  reader: LineReader,
  records: TranscriptRecords,
  isMeant: (cwd: string) => Promise<boolean>,
): Promise<TranscriptFacts | undefined> {
  let facts: TranscriptFacts = {};
  for await (const found of recordsOf(reader, records)) {
    const before = facts.cwd;
    facts = found.reduce<TranscriptFacts>(
      (sofar, record) => digestRecord(sofar, record, records),
      facts,
    );
    if (facts.cwd !== undefined && before === undefined && !(await isMeant(facts.cwd))) {
      return undefined;
    }
    if (isComplete(facts, records)) {
      return facts;
    }
  }
  return withCwdOfTail(facts, reader, records);
}

async function* recordsOf(
  reader: LineReader,
  { form }: TranscriptRecords,
): AsyncGenerator<readonly unknown[]> {
  if (form.kind === 'lines') {
    for await (const lines of reader.head(HEAD_BYTES)) {
      yield parseJsonLines(lines);
    }
    return;
  }
  const whole = tryParseJson((await reader.text(DOCUMENT_BYTES)) ?? '');
  if (isRecord(whole)) {
    const list = whole[form.list];
    yield Array.isArray(list) ? [whole, ...(list as readonly unknown[])] : [whole];
  }
}

/**
 * A first prompt of several megabytes, for example with pictures, hides the directory from a reader
 * of the start.
 */
async function withCwdOfTail(
  facts: TranscriptFacts,
  reader: LineReader,
  records: TranscriptRecords,
): Promise<TranscriptFacts> {
  const isHidden = facts.cwd === undefined && reader.size > HEAD_BYTES;
  if (!isHidden || records.cwd === undefined || records.form.kind !== 'lines') {
    return facts;
  }
  const tail = parseJsonLines(await reader.tail(TAIL_BYTES)).reduce<TranscriptFacts>(
    (sofar, record) => digestRecord(sofar, record, records),
    {},
  );
  // The first prompt in the tail is not the first one of the conversation.
  return tail.cwd === undefined ? facts : { ...facts, cwd: tail.cwd };
}
