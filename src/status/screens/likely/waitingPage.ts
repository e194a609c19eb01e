import { endsText, findQuestion, type ShownRows } from './dialogRows';
import type { LikelySign } from './likelySign';

/** A row that agents draw below a page that waits for one key. */
const PRESS_KEY =
  /^[^\w`'"*#/|>+-]*(?:please )?(?:press|hit) \W?(?:enter|return|any key|space(?:bar)?)\W?(?: key)?(?: (?:to|when|once|after) [^.`]{2,60})?[^\w`'"]*$/i;

/** A last row of keys only, of which one goes on and one leaves: `Enter to submit, Esc to go back`. */
const BEGINS_WITH_KEY =
  /^[^\w`'"*#/|>+-]*(?:press )?\W?(?:enter|return|esc(?:ape)?|tab|space|[↵⏎↑←⇆])/iu;
/** A first key with one character: `/ search · `. */
const OTHER_KEY = /^\s*[^\w\s] [a-z]+ [·•|] (?=\S)/;
const GOES_ON =
  /(?:\b(?:enter|return)\b|[↵⏎])\W?(?: to)? (?:select|submit|continue|confirm|save|view|open|next|retry|login|log in|sign in)\b/i;
const LEAVES =
  /\b(?:esc(?:ape)?|ctrl[+-]c)\b\W?(?: to)? (?:go )?(?:back|cancel|exit|quit|close)\b/i;

/** Rows with a line number. Several are a file that a tool shows. */
const NUMBERED = /^\s{0,8}\d{1,5}(?:\s{2,}|$)/;
const NUMBERED_WITHIN = 12;
const LEAST_NUMBERED = 2;

/** A row that states that the agent waits for a sign-in elsewhere. */
const WAITS_FOR_SIGN_IN =
  /^[^\w`'"*#/|>+-]*(?:\w+ )?waiting for (?:\w+ ){0,3}(?:authenticat\w+|authoriz\w+|log-?in|sign-?in|browser)\b[^`]{0,60}$/i;

/** A field for a secret: the row above what was typed. */
const ENTER_SECRET =
  /^[^\w`'"*#/|>+-]*(?:paste|enter) (?:your |the )?(?:[\w-]+ ){0,3}(?:code|key|token|password)s?\b[^.`]{0,30}:$/i;
const FIELD_ROWS = 2;

/** The mark before a single option. */
const ONLY_OPTION = /^\s*>\s/;

const URL_OR_CODE = /https?:\/\/\S+|\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/;

/** The last filled rows in which these two are searched, and those with the address of a sign-in. */
const LAST_ROWS = 4;
const SIGN_IN_ROWS = 20;

/** A page whose last row names the keys that leave it, such as one with a field for a secret. */
export function findKeyPage({ rows }: ShownRows): LikelySign | undefined {
  const seen = rows.at(-1) ?? '';
  const keys = seen.replace(OTHER_KEY, '');
  if (![BEGINS_WITH_KEY, GOES_ON, LEAVES].every((pattern) => pattern.test(keys))) {
    return undefined;
  }
  const numbered = rows.slice(-NUMBERED_WITHIN).filter((row) => NUMBERED.test(row));
  if (numbered.length >= LEAST_NUMBERED) {
    return undefined;
  }
  const { asked, title } = findQuestion(rows, rows.length - 1);
  return { ruleId: 'likely.keys', question: asked ?? title ?? seen, seen };
}

/** A page that waits for one key, or for a sign-in. */
export function findWaitingPage({ rows }: ShownRows): LikelySign | undefined {
  const filled = rows.filter((row) => row !== '');
  const last = filled.slice(-LAST_ROWS);
  // Several such rows are a quote.
  const isQuote = last.filter((row) => ONLY_OPTION.test(row)).length > 1;
  const end = isQuote ? last : last.map((row) => row.replace(ONLY_OPTION, ''));
  const field = filled.slice(-FIELD_ROWS).find((row) => ENTER_SECRET.test(row));
  const key = end.findLast((row) => PRESS_KEY.test(row));
  const waits = end.findLast((row) => WAITS_FOR_SIGN_IN.test(row));
  const hasAddress = filled.slice(-SIGN_IN_ROWS).some((row) => URL_OR_CODE.test(row));
  const signIn = waits !== undefined && hasAddress ? waits : undefined;
  const seen = key ?? signIn ?? field;
  if (seen === undefined || end.slice(end.lastIndexOf(seen) + 1).some(endsText)) {
    return undefined;
  }
  const ruleId = seen === key ? 'likely.press-key' : 'likely.sign-in';
  return { ruleId, question: seen, seen };
}
