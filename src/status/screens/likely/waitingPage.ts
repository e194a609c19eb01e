import { endsText, isSearchOutput, type ShownRows } from './dialogRows';
import type { LikelySign } from './likelySign';

/** A row that agents draw below a page that waits for one key. */
const PRESS_KEY =
  /^[^\w`'"*#/|>+-]*(?:please )?(?:press|hit) \W?(?:enter|return|any key|space(?:bar)?)\W?(?: key)?(?: (?:to|when|once|after) [^.`]{2,60})?[^\w`'"]*$/i;

/** The last row of such a page, in the middle of it. */
const CENTRED_KEY =
  /^ {10,}(?:enter|return|space(?:bar)?) to (?:continue|begin|start|get started)$/i;

/** A row that states that the agent waits for a sign-in elsewhere. */
const WAITS_FOR_SIGN_IN =
  /^[^\w`'"*#/|>+-]*(?:\w+ )?waiting for (?:\w+ ){0,3}(?:authenticat\w+|authoriz\w+|log-?in|sign-?in|browser)\b[^`]{0,60}$/i;

/** A row that requests a sign-in elsewhere, and the last one below its address. */
const COMPLETE_SIGN_IN =
  /^[^\w`'"*#/|>+-]*(?:complete|finish) (?:the |your )?(?:authenticat\w+|authoriz\w+|log-?in|sign-?in|signing in|logging in) (?:in|via) (?:the |your )?browser\W{0,3}$/i;
const CANCEL = /^\s*(?:press )?(?:ctrl\+c|esc) to cancel$/i;

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

/** A page that waits for one key, or for a sign-in. */
export function findWaitingPage({ rows }: ShownRows): LikelySign | undefined {
  const filled = rows.filter((row) => row !== '');
  const last = filled.slice(-LAST_ROWS);
  // Several such rows are a quote.
  const isQuote = last.filter((row) => ONLY_OPTION.test(row)).length > 1;
  const end = isQuote ? last : last.map((row) => row.replace(ONLY_OPTION, ''));
  const field = filled.slice(-FIELD_ROWS).find((row) => ENTER_SECRET.test(row));
  const centred = end.slice(-1).find((row) => CENTRED_KEY.test(row));
  const key = end.findLast((row) => PRESS_KEY.test(row)) ?? centred;
  const waits = end.findLast((row) => WAITS_FOR_SIGN_IN.test(row));
  const hasAddress = filled.slice(-SIGN_IN_ROWS).some((row) => URL_OR_CODE.test(row));
  const signIn = hasAddress ? (waits ?? findAbove(filled)) : undefined;
  const seen = key ?? signIn ?? field;
  if (
    seen === undefined ||
    isSearchOutput(filled) ||
    end.slice(end.lastIndexOf(seen) + 1).some(endsText)
  ) {
    return undefined;
  }
  const ruleId = seen === key ? 'likely.press-key' : 'likely.sign-in';
  return { ruleId, question: seen, seen };
}

/** A row that requests a sign-in, above the address and the key that leaves the page. */
function findAbove(filled: readonly string[]): string | undefined {
  const isPage = CANCEL.test(filled.at(-1) ?? '');
  return isPage
    ? filled.slice(-SIGN_IN_ROWS).findLast((row) => COMPLETE_SIGN_IN.test(row))
    : undefined;
}
