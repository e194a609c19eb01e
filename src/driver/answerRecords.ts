import { stat } from 'node:fs/promises';
import { parseJsonLines } from '../base/parseJson';
import { LineReader } from '../conversations/transcripts/lineReader';
import type { TranscriptLocation, Transcripts } from '../conversations/transcripts/transcripts';
import {
  addRecord,
  NOTHING_RECORDED,
  type AnswerReading,
  type RecordedAnswer,
} from './recordedAnswer';

/**
 * Bytes of a transcript that are read at once. A longer record, such as one with a picture, is
 * skipped.
 */
const CHUNK_BYTES = 1024 * 1024;

interface AnswerRecordsDeps {
  readonly transcripts: Pick<Transcripts, 'find'>;
  readonly conversationOf: () => string | undefined;
}

/** Reads the records that an agent appends to its transcript after a prompt, each record once. */
export class AnswerRecords {
  private path: string | undefined;
  private next = 0;
  private answer = NOTHING_RECORDED;

  constructor(
    private readonly deps: AnswerRecordsDeps,
    private readonly location: TranscriptLocation,
    private readonly reading: AnswerReading,
  ) {}

  async begin(): Promise<void> {
    this.path = await this.find();
    this.next = this.path === undefined ? 0 : await sizeOf(this.path);
  }

  /** Reads the new records. Returns the last known answer if the transcript cannot be read. */
  async read(): Promise<RecordedAnswer> {
    const path = await this.find();
    if (path === undefined) {
      return this.answer;
    }
    if (path !== this.path) {
      this.path = path;
      this.next = 0;
      this.answer = NOTHING_RECORDED;
    }
    try {
      await LineReader.using(path, (reader) => this.readFrom(reader));
    } catch {
      // The answer is then read from the screen.
    }
    return this.answer;
  }

  private async readFrom(reader: LineReader): Promise<void> {
    while (this.next < reader.size) {
      const { lines, next } = await reader.from(this.next, CHUNK_BYTES);
      if (next === this.next) {
        return;
      }
      this.next = next;
      const add = (answer: RecordedAnswer, record: unknown): RecordedAnswer =>
        addRecord(answer, record, this.reading);
      this.answer = parseJsonLines(lines).reduce(add, this.answer);
    }
  }

  private async find(): Promise<string | undefined> {
    const id = this.deps.conversationOf();
    const found =
      id === undefined ? undefined : await this.deps.transcripts.find(this.location, id);
    return typeof found === 'object' ? found.path : undefined;
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
}
