import type { StatusFacts } from '../../model/statusFacts';

/** The row of keys at the bottom, which lists the available actions, is the most reliable one. */
const KEYS = { kind: 'last', rows: 1 } as const;

const COMPOSER = /^\s*│ ❯/;
const ANY_COMPOSER = /^\s*│ \S/;

const BOX_TOP = /^\s*╭─{10,}/;
/** Its work. Answers are indented further, and a row below them counts their time. */
const WORK = /^ {1,4}[⠀-⣿] .*\[stop\]\s*$/;
const ENDED = /^\s*Worked for /;

/** The top of a window over the middle of the screen, and the key that leaves it. */
const WINDOW = [/┌─.* \[✗\] ─┐/, /\bEsc (?:close|back|cancel)\b[^│]*│/];

/** The last prompt or error above the composer. */
const LAST_MESSAGE = {
  kind: 'block',
  starts: /^\s*(?:❯ \S|┃ {2}[A-Z][\w ]+ \(\d{3}\): )/,
  above: BOX_TOP,
} as const;

/** For 1.0.41. */
export const grokStatus: StatusFacts = {
  titles: [
    { id: 'title-action', shows: 'permission', title: /^⚠ Action Required\b/ },
    { id: 'title-busy', shows: 'working', title: /^[⠀-⣿] - / },
  ],
  file: { kind: 'none' },
  screen: {
    version: 5,
    rules: [
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 8 },
        all: [/^\s*1\/\d:select\b/, /^\s*┃\s+\d \([●○]\) /],
        none: [COMPOSER],
        question: [
          { row: /^\s*┃\s+(\S.*)/, after: [/\[stop\]\s*$/] },
          {
            row: /^\s*┃\s+(\S.*)/,
            after: [/^\s*┃\s+\S/],
            isCommand: true,
          },
        ],
        request: {
          frame: /^\s*[^┃\s].*\[stop\]\s*$/,
          from: /^\s*┃\s+\S/,
          to: /^\s*┃\s+1 \([●○]\) /,
          borders: [/^\s*┃/],
          sides: /^ *┃/,
          own: /^ *← → narrow scope$/,
          // Higher dialogs have not been recorded.
          height: { mostRows: 8, leastScreen: 24 },
        },
      },
      {
        id: 'question',
        shows: 'question',
        where: KEYS,
        all: [/\d:select\b.*Ctrl\+c:cancel/],
      },
      {
        id: 'asks',
        shows: 'question',
        where: KEYS,
        all: [/\bShift\+x:dismiss\b/],
        question: [{ row: /^\s*┃\s+(\S.*\?)/ }],
      },
      {
        id: 'rewind',
        shows: 'question',
        where: { kind: 'last', rows: 8 },
        all: [/^ {2}┃ {2}Rewind to which turn\?/, /\bCtrl\+x:shortcuts\b/],
        none: [COMPOSER],
        question: [{ row: /Rewind to which turn\?/ }],
      },
      // Without the composer, what is framed at the end asks. While the person scrolls the transcript, its keys
      // are not shown and not read, so nothing may answer it.
      {
        id: 'behind',
        shows: 'question',
        where: { kind: 'last', rows: 6 },
        all: [/^\s*┃/],
        none: [ANY_COMPOSER],
        question: [
          { row: /^\s*┃\s+(\S.*)/, after: [/\[stop\]\s*$/] },
          { row: /^\s*┃\s+(\S.*\?)$/ },
        ],
      },
      // A window over the middle of the screen, with the key that leaves it behind its end.
      {
        id: 'sessions',
        shows: 'question',
        where: { kind: 'last', rows: 4 },
        all: [/│ +↑↓ nav {2}\| {2}e expand {2}\|/],
        question: [{ row: /─ (Resume session) ─/ }],
      },
      // Its keys can need two rows, of which the one that leaves is in the second.
      {
        id: 'window-entries',
        shows: 'picker',
        where: { kind: 'last', rows: 60 },
        all: [/│ .*\| {2}Enter \w+ {2}\|.*│/, ...WINDOW],
      },
      {
        id: 'window',
        shows: 'picker',
        where: { kind: 'last', rows: 60 },
        all: WINDOW,
      },
      { id: 'busy', shows: 'working', where: KEYS, all: [/\bCtrl\+c:cancel\b/] },
      {
        id: 'stop',
        shows: 'working',
        where: { kind: 'block', starts: WORK, above: BOX_TOP },
        all: [WORK],
        none: [ENDED],
      },
      {
        id: 'error',
        shows: 'failed',
        where: LAST_MESSAGE,
        all: [/^\s*┃ {2}[A-Z][\w ]+ \(\d{3}\): /],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 5 },
        all: [COMPOSER, /\bCtrl\+x:shortcuts\b/],
      },
      {
        id: 'home',
        shows: 'idle',
        where: { kind: 'last', rows: 5 },
        all: [COMPOSER, /Logged in with |│\s+Grok Build\s+\d/],
      },
    ],
  },
};
