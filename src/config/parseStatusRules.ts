import * as z from 'zod';
import type { UserRule, UserRules } from '../status/screens/userRules';
import type { SettingProblem } from './settings';

/** The valid part of the setting `statusRules`, and a problem for each invalid part. */
interface ParsedStatusRules {
  readonly value: UserRules;
  readonly problems: readonly SettingProblem[];
}

const SHOWN = [
  'working',
  'idle',
  'limited',
  'failed',
  'permission',
  'question',
  'trust',
  'skip',
] as const satisfies readonly UserRule['shows'][];

const PATTERNS = z.array(z.string()).readonly().optional();
const ROWS = z.number().int().min(1);

const RULE = z
  .strictObject({
    id: z.string().regex(/\S/),
    shows: z.enum(SHOWN),
    where: z.union([z.strictObject({ last: ROWS }), z.strictObject({ cursor: ROWS })]).optional(),
    all: PATTERNS,
    any: PATTERNS,
    none: PATTERNS,
    question: z.string().optional(),
  })
  .readonly();

const EXPECTED = `a rule with an id, what it shows (${SHOWN.join(', ')}), and patterns in all, any or none`;
const BY_PROVIDER = z.record(z.string(), z.unknown());

/**
 * Parses the setting `statusRules` rule by rule, so that an invalid rule does not affect the
 * others. Patterns are checked later, when they are compiled.
 */
export function parseStatusRules(raw: unknown): ParsedStatusRules {
  const byProvider = BY_PROVIDER.safeParse(raw);
  if (!byProvider.success) {
    const expected = 'an object of provider ids and their rules';
    return { value: {}, problems: [{ key: 'statusRules', was: raw, expected, used: {} }] };
  }
  const problems: SettingProblem[] = [];
  const entries = Object.entries(byProvider.data).map(
    ([id, rules]) => [id, parseRules(`statusRules.${id}`, rules, problems)] as const,
  );
  return { value: Object.freeze(Object.fromEntries(entries)), problems };
}

function parseRules(key: string, raw: unknown, problems: SettingProblem[]): readonly UserRule[] {
  if (!Array.isArray(raw)) {
    problems.push({ key, was: raw, expected: 'a list of rules', used: [] });
    return [];
  }
  const rules = raw.flatMap((one: unknown, at) => {
    const rule = RULE.safeParse(one);
    if (rule.success) {
      return [rule.data];
    }
    problems.push({ key: `${key}.${at}`, was: one, expected: EXPECTED, used: undefined });
    return [];
  });
  return Object.freeze(rules);
}
