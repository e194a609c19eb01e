import type { StatusFacts } from '../../model/statusFacts';

const RULE = /^─{10,}/;
/** The composer is a box in a terminal with all colours; otherwise it is between two rules. */
const BOX_TOP = /^╻▄{10,}/;
const BOX_END = /^╹▀{10,}/;
const COMPOSER = /^(?:❯|╹▀{10,})/;
/** The text of a dialog stands in a box, a command in another one in that. */
const REQUEST = {
  frame: /^╭─{10,}/,
  to: /^│ [❯ ] 1\. /,
  borders: [/^│ (?:│ )?/, / (?:│ )?│$/],
  // Higher dialogs have not been recorded.
  height: { mostRows: 14, leastScreen: 24 },
} as const;
/** How a message, a prompt, or a row about a tool begins. */
const BLOCK = /^(?: [●○✗!$] | {2}❯ )/;
/** An error that is not tried again, or not any more. */
const FAILURE = /^ ✗ (?:\d{3} |Failed to get response from the AI model)/;
const DIALOG_KEYS = /^│ ↑\/↓ to navigate · enter to select · esc to cancel/;

/** For 1.0.102. Its title has the first prompt and no state. */
export const copilotStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 4,
    rules: [
      {
        id: 'trust',
        shows: 'trust',
        where: { kind: 'last', rows: 20 },
        all: [/Confirm folder trust/, /^│ ❯ \d+\. /],
        none: [COMPOSER],
        question: [
          { row: /Confirm folder trust/ },
          { row: /│ (\S.*\?)\s*│/, after: [/Confirm folder trust/] },
        ],
        request: REQUEST,
      },
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 12 },
        all: [/^│ (?:Do you want to|Allow) /, /^│ ❯ \d+\. /, DIALOG_KEYS],
        none: [COMPOSER],
        question: [
          { row: /^│ ((?:Do you want to|Allow) .*?)\s*│/ },
          { row: /^│ │ (\S.*?)\s*│ │/, after: [/^╭─{10,}/], isCommand: true },
        ],
        request: REQUEST,
      },
      {
        id: 'ask-user',
        shows: 'question',
        where: { kind: 'last', rows: 3 },
        all: [/^│ .*\benter to (?:select|submit)\b.*\besc to cancel\b/i],
        none: [COMPOSER],
        question: [{ row: /^│ (\S.*\?)\s*│/ }],
      },
      {
        id: 'picker',
        shows: 'picker',
        where: { kind: 'last', rows: 3 },
        any: [
          /\benter (?:to )?\w+\b.*\besc (?:to )?(?:cancel|close|exit|back|go back)\b/i,
          /[·│] esc (?:to )?(?:close|exit|back|go back)\b/i,
        ],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'below', row: /^(?:─{10,}|╹▀{10,})/ },
        any: [/^ [●○◉◎◐-◓] .*\besc\b/, /\besc esc (?:interrupt|edit prompt)\b/],
      },
      {
        id: 'limit',
        shows: 'limited',
        where: { kind: 'block', starts: BLOCK, above: BOX_TOP },
        all: [FAILURE, /\b429\b/],
      },
      {
        id: 'error',
        shows: 'failed',
        where: { kind: 'block', starts: BLOCK, above: BOX_TOP },
        all: [FAILURE],
      },
      {
        id: 'composer-box',
        shows: 'idle',
        where: { kind: 'last', rows: 8 },
        all: [BOX_TOP, BOX_END],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 8 },
        all: [COMPOSER, RULE],
      },
    ],
  },
};
