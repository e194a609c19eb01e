import type { StatusFileSupport } from '../../providers/model/statusFacts';
import { LineReader } from '../../conversations/transcripts/lineReader';
import { valueAt } from '../../conversations/transcripts/recordField';
import { parseJson } from '../../base/parseJson';
import { type Signal, toActivity } from '../activity';

export type KnownStatusFile = Extract<StatusFileSupport, { kind: 'byPid' }>;

/** Longer files are not status files. */
const MOST_BYTES = 64 * 1024;

/**
 * The text of a status file; undefined if it is missing, as an agent removes it when it ends, or too
 * long, or no regular file, which could block its reader or never end.
 */
export async function readStatusText(path: string): Promise<string | undefined> {
  try {
    return await LineReader.using(path, (reader) => reader.text(MOST_BYTES));
  } catch {
    return undefined;
  }
}

/** Reads the status file of a process; undefined if it is not one, or contains nothing known. */
export function readStatusFile(
  support: KnownStatusFile,
  text: string,
  now: number,
): Signal | undefined {
  const parsed = parseJson(text);
  if (parsed.kind === 'damaged') {
    return undefined;
  }
  const named = textAt(parsed.value, support.state);
  const shows =
    named === support.waits
      ? find(support.needs, textAt(parsed.value, support.waitsFor))
      : find(support.states, named);
  if (named === undefined || shows === undefined) {
    return undefined;
  }
  const changedAt = valueAt(parsed.value, support.changedAt);
  return {
    source: 'statusFile',
    state: toActivity(shows, undefined),
    ruleId: `file-${named}`,
    reason: `its status file contains "${named}"`,
    at: typeof changedAt === 'number' ? Math.min(changedAt, now) : now,
  };
}

function textAt(value: unknown, field: string): string | undefined {
  const found = valueAt(value, field);
  return typeof found === 'string' ? found : undefined;
}

function find<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
