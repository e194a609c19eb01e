import type { StatusFacts } from '../../model/statusFacts';

const COMPOSER = /^\s*❯ /;
const RULE = /^\s*─{10,}/;
const MODES = /[○●] Plan [○●] Act/;
/** Its work, or an answer that is not complete. */
const WORK = /^ [⠀-⣿] \S/;
/** What is not a further row of an answer. */
const TEXT = /^ {1,2}[\p{L}❯*]/u;
/** The keys of a dialog that approve and deny. In a low terminal the end of its text shows between them. */
export const APPROVE = /^ {1,4}\[y\] Approve .{0,12}\[n\].?Deny/;

/** For 3.0.65. Its title has the prompt and no state. */
export const clineStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 8,
    rules: [
      {
        id: 'offer',
        shows: 'skip',
        where: { kind: 'last', rows: 8 },
        all: [/Press Enter to open, any other key to close/],
      },
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 6 },
        all: [APPROVE],
        none: [RULE],
        question: [
          { row: /^\s*(Approve tool call\?)/ },
          { row: /^\s*(\S.*)/, after: [/^\s*Approve tool call\?/] },
          { row: /^\s*(\$ .*)/, after: [/^\s*Approve tool call\?/], isCommand: true },
        ],
      },
      {
        id: 'question',
        shows: 'question',
        where: { kind: 'last', rows: 10 },
        all: [/^\s*Cline (?:has a question|is asking)/],
        none: [RULE],
        question: [{ row: /^\s*(\S.*\?)\s*$/ }],
      },
      {
        id: 'history',
        shows: 'question',
        where: { kind: 'last', rows: 8 },
        all: [/^ +↑\/↓ navigate, Enter to resume, .*\bEsc to(?: close)?$/, COMPOSER],
        question: [{ row: /^ +(Session History)$/ }],
      },
      // It covers the middle, and often not the composer. Its last rows have the keys, which can need two,
      // indented further than any text.
      {
        id: 'picker',
        shows: 'picker',
        where: { kind: 'last', rows: 10 },
        all: [
          /^ {8,}\S.*\bEnter (?:to )?\w+.*,/,
          /^ {8,}\S.*, Esc (?:to )?(?:close|cancel|go back)$/,
        ],
      },
      {
        id: 'covered',
        shows: 'picker',
        where: { kind: 'last', rows: 8 },
        all: [COMPOSER, RULE, MODES],
        cursorOutside: { row: /^(?!\s*─{10,})/, end: RULE },
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'block', starts: WORK, above: COMPOSER },
        all: [WORK],
        none: [TEXT],
      },
      {
        id: 'error',
        shows: 'failed',
        where: { kind: 'block', starts: /^ [❯*] /, above: /^─{10,}/ },
        all: [/^ \* Error: /],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 8 },
        all: [COMPOSER, RULE, MODES],
      },
    ],
  },
};
