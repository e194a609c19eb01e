import { toPlainLine, MOST_COLUMNS, type ReadableScreen } from './screenParts';
import type { ScreenReading } from './readScreen';

interface PromptPattern {
  readonly ruleId: string;
  readonly row: RegExp;
}

const PROMPTS: readonly PromptPattern[] = [
  {
    ruleId: 'likely.yes-no',
    row: /[[(]\s*y(?:es)?\s*[/|]\s*n(?:o)?(?:\s*[/|]\s*\[?\w{1,20}\]?)*\s*[\])]\s*(?:\[\w+\]\s*)?[:?›>]*$|[([]y[)\]]es\b.{1,3}[([]n[)\]]o\b.*[:?\]]$|\?\s+y(?:es)?\/n(?:o)?:?$/i,
  },
  {
    ruleId: 'likely.choice',
    row: /\[[\w.-]+(?:\/[\w.-]+)+\](?: \([\w.-]+\))?:$|\([\w.-]+(?:, [\w.-]+)+\)(?: \[[\w.-]*\])?:$|^\W*(?:enter|type|choose|select|pick) (?:\w+ ){0,3}(?:choice|option|number|selection)\b(?: ?[([][^)\]]{1,30}[)\]])?:$|^\s*(?:answer|choice|selection)(?: ?[([][^)\]]{1,30}[)\]])?:$/i,
  },
  {
    ruleId: 'likely.secret',
    row: /\b(?:password|passphrase|passcode|(?:verification|one-time|authentication|authorization|device) code|(?:api|access|secret)[ -]?(?:key|token))(?: (?:for|of|on|to)\b[^?(){};=<]{0,80}| \([^(){};=<]{1,40}\))?\s?[:?›>]\s*[*•]*$/i,
  },
  {
    ruleId: 'likely.paste',
    row: /^\W*(?:please )?(?:paste|enter|type)\s.{0,60}\b(?:code|key|token|url)\b.{0,40}[:?›>]$/i,
  },
];

/** What ends a prompt. An input of an agent begins with the same characters. */
const PROMPT_END = /[:?›>\s*•]+$/;

/** Statements of programs end as prompts do: `if not password:`. */
const STATEMENT =
  /^\s*(?:if|elif|else|while|until|unless|for|def|class|with|case|when|return|not)\b|\w\(/;

/** Files are printed with numbers before their rows, and found rows with the file too. */
const LINE_NUMBER = /^\s*\d+[\s:|│]|^[^\s:]+:\d+:/;

/** The mark of an input or a shell, to the right of which is what a person typed. */
const INPUT = /(?:^|\s|[\w~)\]])(?!(?<=\d)%)[$%#❯›»>]{1,3}\s/;

/**
 * The question of a program that reads a line, such as `Continue? (y/n)` or a prompt for a secret: the
 * last row, with the cursor behind it. Of any program, so it is only a likely one.
 */
export function readLinePrompt({ rows, cursor }: ReadableScreen): ScreenReading | undefined {
  const last = rows.findLastIndex((one) => one.trim() !== '');
  const row = (rows[last] ?? '').slice(0, MOST_COLUMNS).trimEnd();
  const isAtCursor = cursor.row === last && cursor.column >= row.length;
  const isText = LINE_NUMBER.test(row) || STATEMENT.test(row);
  if (!isAtCursor || isText || INPUT.test(`${row.replace(PROMPT_END, '')} `)) {
    return undefined;
  }
  const found = PROMPTS.find((prompt) => prompt.row.test(row));
  const seen = toPlainLine(row);
  const state = { kind: 'needsInput', need: 'question', question: seen, likely: true } as const;
  return found && { state, ruleId: found.ruleId, seen };
}
