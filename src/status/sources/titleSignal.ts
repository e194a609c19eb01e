import type { TitleRule } from '../../providers/model/statusFacts';
import type { Signal } from '../activity';
import { toPlainLine } from '../screens/plainLine';
import { toActivity } from '../shownActivity';

/** Longer titles are shortened before they are matched. */
const MOST_CHARS = 500;

/** Reads a terminal's title; undefined if no rule matches, so the title reports nothing now. */
export function readTitle(
  rules: readonly TitleRule[],
  title: string,
  at: number,
): Signal | undefined {
  const plain = toPlainLine(title.slice(0, MOST_CHARS));
  const rule = rules.find((one) => one.title.test(plain));
  return (
    rule && {
      source: 'title',
      state: toActivity(rule.shows, undefined),
      ruleId: rule.id,
      reason: `its title is "${plain}"`,
      at,
    }
  );
}
