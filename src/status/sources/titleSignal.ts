import type { TitleRule } from '../../providers/model/statusFacts';
import type { Signal } from '../activity';
import { toPlainLine } from '../screens/plainLine';
import { toActivity } from '../shownActivity';

/** Longer titles are cut before they are looked at. */
const MOST_CHARS = 500;

/** What a terminal's title says; undefined where no rule knows it, so that it says nothing now. */
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
