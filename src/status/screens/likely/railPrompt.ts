import { endsText, type ShownRows } from './dialogRows';
import type { LikelySign } from './likelySign';

/** The question of a prompt that is open: `◆  Pick a project type.` One that was answered has `◇`. */
const OPEN = /^\s*[◆▲]\s{1,3}(?<question>\S.*)$/;
const RAIL = /^\s*[│┃|](?:\s|$)/;
/** The most rows of a question below its first one, which have no line beside them. */
const MOST_WRAPPED = 3;
const RAIL_END = /^\s*[└╰](?:\s|$)/;

/**
 * A prompt at the end of the screen beside a line on its left, as libraries for command lines draw a
 * chain of questions: `◆  Where?`, `│  ./app`, `└`.
 */
export function findRailPrompt({ drawn }: ShownRows): LikelySign | undefined {
  const at = drawn.findLastIndex((row) => OPEN.test(row));
  const below = drawn.slice(at + 1, -1);
  const wrapped = below.findIndex((row) => RAIL.test(row));
  const inside = wrapped <= MOST_WRAPPED ? below.slice(Math.max(wrapped, 0)) : below;
  const isOpen =
    at >= 0 &&
    RAIL_END.test(drawn.at(-1) ?? '') &&
    inside.length > 0 &&
    inside.every((row) => RAIL.test(row) && !endsText(row.replace(RAIL, ' ')));
  const question = OPEN.exec(drawn[at] ?? '')?.groups?.question ?? '';
  return isOpen ? { ruleId: 'likely.rail', question, seen: question } : undefined;
}
