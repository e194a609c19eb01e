import type { ScreenRule, ShownState, InputRows } from '../../providers/model/statusFacts';
import { toWorking, type ActivityState, toActivity } from '../activity';
import { readQuestion } from './readQuestion';
import { findRequest, readRequest } from './readRequest';
import { MOST_COLUMNS, rowsOf, type ReadableScreen, toPlainLine } from './screenParts';

/** The mark that agents draw before a message: `● `, `⎿ `, `■ `. */
const BULLET = /^[^\p{L}\p{N}\s]\s+/u;

/** What is in front of an agent that the screen does not show. */
export type Covered = Exclude<ScreenRule['shows'], ShownState>;

export interface ScreenReading {
  readonly state: ActivityState;
  readonly ruleId: string;
  readonly seen: string;
  /** See {@link ScreenRule.only}. */
  readonly only?: ScreenRule['only'];
}

/**
 * The status by the first matching rule. `skip` and `picker`: something that covers the agent is in
 * front, as in {@link ScreenRule.shows}. Undefined: no rule matches.
 */
export function readScreen(
  rules: readonly ScreenRule[],
  screen: ReadableScreen,
): ScreenReading | Covered | undefined {
  const match = findMatch(rules, screen);
  if (!match) {
    return undefined;
  }
  const { rule, rows, part, seen } = match;
  const asked = rule.shows === 'limited' ? part : rows;
  return isCovered(rule.shows)
    ? rule.shows
    : toReading(rule, rule.shows, { asked, part, screen, seen });
}

interface Match {
  readonly rule: ScreenRule;
  readonly rows: readonly string[];
  readonly part: readonly string[];
  readonly seen: string;
}

function findMatch(rules: readonly ScreenRule[], screen: ReadableScreen): Match | undefined {
  for (const rule of rules) {
    const rows = screen.rows.map((row) => row.slice(0, rule.columns ?? MOST_COLUMNS));
    const part = rowsOf(rule.where, { rows, cursor: screen.cursor });
    const seen = findEvidence(rule, part);
    const { cursorOutside: input } = rule;
    if (seen !== undefined && !(input && isInInput(input, { ...screen, rows }))) {
      return { rule, rows, part, seen };
    }
  }
  return undefined;
}

/** Whether something in front hides the agent. */
export function isCovered(shows: ScreenRule['shows']): shows is Covered {
  return shows === 'skip' || shows === 'picker';
}

/** The row that matches the rule's first pattern; undefined if the rule does not match. */
function findEvidence(
  { all = [], any = [], none = [] }: ScreenRule,
  rows: readonly string[],
): string | undefined {
  const find = (pattern: RegExp): string | undefined => rows.findLast((row) => pattern.test(row));
  const found = all.map(find);
  const other = any.map(find).find((row) => row !== undefined);
  const holds =
    all.length + any.length > 0 &&
    found.every((row) => row !== undefined) &&
    (any.length === 0 || other !== undefined) &&
    none.every((pattern) => find(pattern) === undefined);
  return holds ? (found[0] ?? other) : undefined;
}

interface SeenRows {
  readonly asked: readonly string[];
  readonly part: readonly string[];
  readonly screen: ReadableScreen;
  readonly seen: string;
}

function toReading(
  { id, question = [], request, background = [], only }: ScreenRule,
  shows: ShownState,
  { asked, part, screen, seen }: SeenRows,
): ScreenReading {
  const found = request && findRequest(request, asked);
  const row = toPlainLine(seen);
  const detail =
    shows === 'failed'
      ? row.replace(BULLET, '')
      : readQuestion(question, { rows: asked, request: found });
  const state = toActivity(shows, detail);
  const read = { ruleId: id, seen: row, ...(only && { only }) };
  if (state.kind === 'working') {
    return { state: toWorking(countBackground(background, part)), ...read };
  }
  const isDialog = state.kind === 'needsInput';
  return { state: isDialog ? { ...state, request: readRequest(request, screen) } : state, ...read };
}

function countBackground(patterns: readonly RegExp[], rows: readonly string[]): number {
  const counts = patterns.map((pattern) =>
    rows
      .flatMap((row) => [...row.matchAll(new RegExp(pattern, 'g'))])
      .reduce((sum, [, count = '1']) => sum + Number(count), 0),
  );
  return Math.max(0, ...counts);
}

/** A row of a box, up to its right side. */
const RIGHT_SIDE = /\S.*[│┃║]$/;

/** Whether the cursor is in an input. A hidden one is often where something was drawn last, such as behind the right side of a box. */
export function isInInput({ row, end }: InputRows, { rows, cursor }: ReadableScreen): boolean {
  const last = rows.findLastIndex((one) => end.test(one));
  const atCursor = rows[cursor.row] ?? '';
  const isBehind = cursor.column >= atCursor.length && RIGHT_SIDE.test(atCursor);
  return (
    cursor.row < last && !isBehind && rows.slice(cursor.row, last).every((one) => row.test(one))
  );
}
