import type { StatusFileSupport } from '../../providers/model/statusFacts';
import { valueAt } from '../../conversations/transcripts/recordField';
import { parseJson } from '../../base/parseJson';
import type { Signal } from '../activity';
import { toActivity } from '../shownActivity';

export type KnownStatusFile = Extract<StatusFileSupport, { kind: 'byPid' }>;

/** Longer files are not status files. */
export const MOST_STATUS_FILE_BYTES = 64 * 1024;

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
