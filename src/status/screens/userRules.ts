import type { ScreenRule } from '../../providers/model/statusFacts';
import { compileBounded, USER_PATTERN_COLUMNS } from './boundedPattern';

/** A rule as the person writes it: regular expressions as texts. */
export interface UserRule {
  readonly id: string;
  readonly shows: ScreenRule['shows'];
  /** The last so many rows that are not blank, ten by default, or so many around the cursor. */
  readonly where?: { readonly last: number } | { readonly cursor: number } | undefined;
  readonly all?: readonly string[] | undefined;
  readonly any?: readonly string[] | undefined;
  readonly none?: readonly string[] | undefined;
  /** A row with what the agent asks: the pattern's groups, else all of what it matches. */
  readonly question?: string | undefined;
}

/** The person's rules by the ids of the providers. */
export type UserRules = Readonly<Record<string, readonly UserRule[]>>;

export interface CompiledRules {
  readonly rules: readonly ScreenRule[];
  /** A sentence for each rule that is left out. */
  readonly problems: readonly string[];
}

/** Policy: further rules of a provider are left out, and that is said. */
const MOST_RULES = 50;
const MOST_PATTERNS = 10;
/** Ways to try all patterns of a provider on all rows that they read: what takes half a second at the worst. */
const MOST_WAYS = 2_000_000_000;
const ROWS = { usual: 10, most: 40 } as const;
/** A question is looked for on the whole screen: few are higher. */
const SCREEN_ROWS = 200;

/** The rules of a person for a provider that can be used. */
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

/** The rule, or a sentence about why it is left out; what it may cost is taken off the budget. */
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

/** The patterns of one rule, and what they cost at the worst. */
class Patterns {
  ways = 0;
  /** What is wrong with the first that is refused. */
  problem: string | undefined;

  /** Those that are not refused. */
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
