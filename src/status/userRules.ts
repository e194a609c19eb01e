import type { ScreenPart, ScreenRule } from '../providers/statusFacts';
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
const ROWS = { usual: 10, most: 40 } as const;

/** The rules of a person for a provider that can be used. */
export function compileUserRules(rules: readonly UserRule[]): CompiledRules {
  const compiled = rules.slice(0, MOST_RULES).map(compileRule);
  const tooMany =
    rules.length > MOST_RULES
      ? [`Only the first ${MOST_RULES} of ${rules.length} rules in statusRules are used.`]
      : [];
  return {
    rules: compiled.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    problems: [...compiled.filter((one) => typeof one === 'string'), ...tooMany],
  };
}

/** The rule, or a sentence about why it is left out. */
function compileRule(rule: UserRule): ScreenRule | string {
  const { id, shows, where, all = [], any = [], none = [], question } = rule;
  const leftOut = (why: string): string => `The rule "${id}" in statusRules is left out: ${why}.`;
  const problems: string[] = [];
  const compile = (source: string): RegExp => {
    const result = compileBounded(source);
    if (result.kind === 'pattern') {
      return result.pattern;
    }
    problems.push(`the pattern "${source}" ${result.why}`);
    return /^(?!)/;
  };
  if (all.length + any.length === 0) {
    return leftOut('it has no pattern in all or any');
  }
  if (all.length + any.length + none.length > MOST_PATTERNS) {
    return leftOut(`it has more than ${MOST_PATTERNS} patterns`);
  }
  const compiled: ScreenRule = {
    id: `statusRules.${id}`,
    shows,
    where: toPart(where),
    all: all.map(compile),
    any: any.map(compile),
    none: none.map(compile),
    question: question === undefined ? [] : [{ row: compile(question) }],
    columns: USER_PATTERN_COLUMNS,
  };
  const [problem] = problems;
  return problem === undefined ? compiled : leftOut(problem);
}

function toPart(where: UserRule['where']): ScreenPart {
  const rows = (wanted: number): number => Math.min(wanted, ROWS.most);
  if (where !== undefined && 'cursor' in where) {
    return { kind: 'cursor', rows: Math.ceil(rows(where.cursor) / 2) };
  }
  return { kind: 'last', rows: rows(where?.last ?? ROWS.usual) };
}
