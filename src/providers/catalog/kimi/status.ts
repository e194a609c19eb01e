import type { StatusFacts } from '../../model/statusFacts';

/** The line above a dialog. Rows of a request are indented further. */
const RULE = /^ ─{10,}/;
const COMPOSER = /^ │ > /;

const COMPOSER_TOP = /^ ╭─{10,}/;
/** Its work, also while it answers, above prompts that wait. Answers, of which none is below, are indented further. */
const WORK = /^ {1,2}(?:[🌑🌒🌓🌔🌕🌖🌗🌘]|[⠀-⣿] \S)/u;
const TEXT = /^ {3}\p{L}/u;

/** The last prompt, answer or error. */
const LAST_MESSAGE = {
  kind: 'block',
  starts: /^ (?:[✨●] | {1,2}Error: )/u,
  above: COMPOSER_TOP,
} as const;

/** For 2.1.0. Its title has the first prompt and no state. */
export const kimiStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 5,
    rules: [
      {
        id: 'exit',
        shows: 'skip',
        // The id can need a further row.
        where: { kind: 'last', rows: 2 },
        all: [/^\s*To resume this session: kimi -r /],
      },
      {
        id: 'trust',
        shows: 'trust',
        where: { kind: 'last', rows: 14 },
        all: [/^\s*Trust this folder\?/, /^\s*❯ /],
        none: [COMPOSER],
        question: [
          { row: /Trust this folder\?/ },
          { row: /^\s*([/~]\S.*|[A-Z]:\\.*)/, after: [/^\s*Trust this folder\?/] },
        ],
        request: {
          frame: RULE,
          to: /^ {3}[❯ ] Trust this folder$/,
          sides: /^ {2}/,
          own: /^ *↑↓ navigate · Enter select · Esc exit$/,
        },
      },
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 12 },
        all: [/▶ \d+\. /, /choose · ↵ confirm/],
        none: [COMPOSER],
        question: [
          { row: /▶ ([^\d\s].*\?)/ },
          { row: /(\$ .*?)\s*│?$/, after: [/▶ [^\d\s].*\?/], isCommand: true },
        ],
        // Higher dialogs have not been recorded.
        request: {
          frame: RULE,
          to: /^ {2,3}[▶ ] 1\. /,
          sides: /^ {2}/,
          own: /^ *▶ [ -~]+\?$/,
          height: { mostRows: 9, leastScreen: 24 },
        },
      },
      {
        id: 'question',
        shows: 'question',
        where: { kind: 'last', rows: 16 },
        all: [/^ +(?:\? \S|Ready to submit your answers\?)/, /^ +↑↓ select\b.*\besc cancel$/],
        none: [COMPOSER],
        question: [{ row: /^ +\? (\S.*)/ }, { row: /^ +(Ready to submit your answers\?)/ }],
      },
      {
        id: 'sign-in',
        shows: 'question',
        where: { kind: 'last', rows: 12 },
        all: [/^ +Select a platform$/, /^ +↑↓ navigate · Enter select/],
        none: [COMPOSER],
        question: [{ row: /^ +(Select a platform)$/ }],
      },
      // Between two rules, in the place of the composer's box. The keys are below the title, or at the end.
      {
        id: 'picker',
        shows: 'picker',
        where: { kind: 'last', rows: 40 },
        all: [/^ {1,2}\S.* · (?:Enter|Esc) \S/, RULE],
        none: [COMPOSER],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'block', starts: WORK, above: COMPOSER_TOP },
        all: [WORK],
        none: [TEXT],
      },
      {
        id: 'limit',
        shows: 'limited',
        where: LAST_MESSAGE,
        all: [/^ {2,3}Error: .*\b429\b/],
      },
      {
        id: 'error',
        shows: 'failed',
        where: LAST_MESSAGE,
        all: [/^ {2,3}Error: /],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 6 },
        all: [COMPOSER, /\bcontext: \d+%/],
      },
    ],
  },
};
