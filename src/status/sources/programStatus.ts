import type { ReportRule } from '../../providers/model/statusFacts';
import { type ActivityState, type Signal, toActivity } from '../activity';
import { toPlainLine } from '../screens/screenParts';

/** Longer reports are ignored. */
const MOST_BYTES = 4096;

/**
 * `key=value`, up to a colon. A quoted value ends at the end of the text or before the next key.
 */
const FIELD = /([a-z]+)=(?:"(.*?)"(?=:[a-z]+=|$)|([^:]*))(?::|$)/gs;

/**
 * Groups of four characters, or the rest without padding. A word such as `working` also matches, so
 * the decoded text is checked as well.
 */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,3}=*)?$/;

/** A part of the program's work, such as a sub-agent, that begins, continues or ends. */
export interface ItemReport {
  readonly item: string;
  readonly isRunning: boolean;
}

/**
 * Reads a program's own status report: the body of an OSC 7501 (Program Status, revision 0.4 of the
 * specification). `clear`: the program withdraws its report. Undefined: the report contains nothing
 * known. A report with an id is about a part of the program's work, not about the program. Its text is
 * untrusted: it is decoded, stripped and shortened.
 */
export function readProgramStatus(
  body: string,
  at: number,
  reports: readonly ReportRule[] = [],
): Signal | ItemReport | 'clear' | undefined {
  if (Buffer.byteLength(body) > MOST_BYTES) {
    return undefined;
  }
  const fields = parseFields(body);
  const named = fields.get('state');
  const item = fields.get('id');
  if (item !== undefined) {
    return { item, isRunning: named === 'working' || named === 'blocked' };
  }
  if (named === 'clear') {
    return 'clear';
  }
  const state = toState(named, fields, reports);
  const reason = `it reports that it is ${named}`;
  return state && { source: 'program', state, ruleId: `report-${named}`, reason, at };
}

function parseFields(body: string): ReadonlyMap<string, string> {
  return new Map(
    [...body.matchAll(FIELD)].map(([, key = '', quoted, bare = '']) => [
      key,
      quoted ?? (key === 'msg' || key === 'title' ? decode(bare) : bare),
    ]),
  );
}

/** The text of a value. A value that is not base64 is used as it is. */
function decode(value: string): string {
  if (!BASE64.test(value)) {
    return value;
  }
  const text = Buffer.from(value, 'base64').toString('utf8');
  return text.includes('\ufffd') ? value : text;
}

function toState(
  named: string | undefined,
  fields: ReadonlyMap<string, string>,
  reports: readonly ReportRule[],
): ActivityState | undefined {
  const message = toPlainLine(fields.get('msg') ?? '');
  switch (named) {
    case 'idle':
    case 'working':
    case 'done':
      return { kind: named };
    case 'error':
      return toActivity('failed', message || undefined);
    case 'blocked': {
      const rule = reports.find((one) => one.message.test(message));
      const shows = fields.get('kind') === 'permission' ? 'permission' : 'question';
      const words = rule?.isGeneral ? undefined : message || undefined;
      return toActivity(rule?.shows ?? shows, words);
    }
    case undefined:
    default:
      return undefined;
  }
}
