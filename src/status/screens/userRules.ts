import type { ScreenRule } from '../../providers/model/statusFacts';
import { compileBounded, USER_PATTERN_COLUMNS } from './boundedPattern';

/** A rule as the person writes it, with regular expressions as strings. */
export interface UserRule {
  readonly id: string;
  readonly shows: ScreenRule['shows'];
  /**
   * The rows to match: the last rows that are not blank (default: 10), or this many around the
   * cursor.
   */
  readonly where?: { readonly last: number } | { readonly cursor: number } | undefined;
  readonly all?: readonly string[] | undefined;
  readonly any?: readonly string[] | undefined;
  readonly none?: readonly string[] | undefined;
  /** Finds the row with the agent's question: the pattern's groups, or the whole match. */
  readonly question?: string | undefined;
}

export type UserRules = Readonly<Record<string, readonly UserRule[]>>;

export interface CompiledRules {
  readonly rules: readonly ScreenRule[];
  /** A sentence for each rule that is ignored. */
  readonly problems: readonly string[];
}

/** Further rules of a provider are ignored and reported as a problem. */
const MOST_RULES = 50;
const MOST_PATTERNS = 10;
/**
 * The most ways to try all patterns of a provider on all rows that they read; at worst this takes
 * half a second.
 */
const MOST_WAYS = 2_000_000_000;
const ROWS = { usual: 10, most: 40 } as const;
/** A question is searched on the whole screen; few screens have more rows. */
const SCREEN_ROWS = 200;

export function compileUserRules(rules: readonly UserRule[]): CompiledRules {
  const budget = { ways: MOST_WAYS };
  const compiled = rules.slice(0, MOST_RULES).map((rule) => compileRule(rule, budget));
  const tooMany =
    rules.length > MOST_RULES
      ? [`Only the first ${MOST_RULES} of ${rules.length} rules in statusRules are used.`]
      : [];
  return {
    rules: compiled.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    problems: [...compiled.filter((one) => typeof one === 'string'), ...tooMany],
  };
}

/**
 * The compiled rule, or a sentence that explains why it is ignored. Its cost is deducted from the
 * budget.
 */
function compileRule(rule: UserRule, budget: { ways: number }): ScreenRule | string {
  const { id, shows, where, all = [], any = [], none = [], question } = rule;
  const leftOut = (why: string): string => `The rule "${id}" in statusRules is left out: ${why}.`;
  if (all.length + any.length === 0) {
    return leftOut('it has no pattern in all or any');
  }
  if (all.length + any.length + none.length > MOST_PATTERNS) {
    return leftOut(`it has more than ${MOST_PATTERNS} patterns`);
  }
  const rows = countRows(where);
  const patterns = new Patterns();
  const compiled: ScreenRule = {
    id: `statusRules.${id}`,
    shows,
    where:
      where !== undefined && 'cursor' in where
        ? { kind: 'cursor', rows: Math.ceil(rows / 2) }
        : { kind: 'last', rows },
    all: patterns.compile(all, rows),
    any: patterns.compile(any, rows),
    none: patterns.compile(none, rows),
    question: patterns
      .compile(question === undefined ? [] : [question], SCREEN_ROWS)
      .map((row) => ({ row })),
    columns: USER_PATTERN_COLUMNS,
  };
  if (patterns.problem !== undefined) {
    return leftOut(patterns.problem);
  }
  if (patterns.ways > budget.ways) {
    return leftOut('its patterns could take too long together with those before it');
  }
  budget.ways -= patterns.ways;
  return compiled;
}

class Patterns {
  ways = 0;
  problem: string | undefined;

  compile(sources: readonly string[], rows: number): readonly RegExp[] {
    return sources.flatMap((source) => {
      const result = compileBounded(source);
      if (result.kind === 'pattern') {
        this.ways += result.ways * rows;
        return [result.pattern];
      }
      this.problem ??= `the pattern "${source}" ${result.why}`;
      return [];
    });
  }
}

function countRows(where: UserRule['where']): number {
  if (where === undefined) {
    return ROWS.usual;
  }
  return Math.min('cursor' in where ? where.cursor : where.last, ROWS.most);
}
