import type { ShellMode } from '../../model/providerDefinition';
import type { StatusFacts } from '../../model/statusFacts';

/** The lines above and below the composer, and above a page that is in its place. */
const RULE = /^─{10,}$/;
/** The first row of the composer; `!` is its shell mode. */
const COMPOSER = /^[❯!](?: |$)/;
/** Its work, above the composer; a narrow terminal leaves out the keys. Answers are indented further. */
const WORK = /^ [·○◇☆✧⌘] \S/;
/** The last prompt or answer. */
const LAST_BLOCK = { kind: 'block', starts: /^[❯⠀-⣿] /u, above: COMPOSER } as const;
const BELOW_RULE = { kind: 'below', row: RULE } as const;
const TABS = /^[●◯✔] .+ \| [●◯✔] /;
const FIRST_OPTION = /^[❯> ] 1\. \S/;
/** The option that denies, the last one of an approval. */
export const DENY = /^No, tell Command Code what to do differently$/;
const APPROVAL = [
  /^[❯ ] {1,2}1\. Yes$/,
  /^[❯ ] {1,2}\d\. No, tell Command Code what to do\b/,
  /^↑\/↓ navigate · enter select\b/,
];
const APPROVED = [{ row: /^(Command Code needs to .*|Do you want to .*\?)$/ }];

export const commandcodeShellMode: ShellMode = {
  key: '!',
  where: { kind: 'block', starts: COMPOSER, above: RULE },
  row: /^!/,
};

/** For 1.64.0. Its title has the topic and no state. */
export const commandcodeStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 2,
    rules: [
      {
        id: 'trust',
        shows: 'trust',
        where: BELOW_RULE,
        all: [/^Do you trust the files in this folder\?$/, /^[❯ ] 1\. Yes, proceed$/],
        question: [
          { row: /^(Do you trust the files in this folder\?)$/, after: [RULE] },
          { row: /^(\S.*)$/, after: [/^Do you trust the files in this folder\?$/] },
        ],
        request: { frame: RULE, to: /^[❯ ] 1\. Yes, proceed$/ },
      },
      // All rows are in the first column, and a command can draw the lines of a dialog: no row above it
      // is certain not to be one of the command. The dialog for a new file leaves out its text.
      {
        id: 'approval',
        shows: 'permission',
        where: BELOW_RULE,
        all: APPROVAL,
        question: APPROVED,
      },
      // Its top is above the screen.
      {
        id: 'approval-scrolled',
        shows: 'permission',
        where: { kind: 'last', rows: 10 },
        all: APPROVAL,
        none: [RULE],
        question: [...APPROVED, { row: /^[❯ ] {1,2}2\. (Yes, don't ask again for .*)$/ }],
      },
      {
        id: 'questions',
        shows: 'question',
        where: BELOW_RULE,
        all: [TABS, FIRST_OPTION],
        question: [{ row: /^(\S.*)$/, after: [TABS] }],
      },
      {
        id: 'plan',
        shows: 'question',
        where: BELOW_RULE,
        all: [/^Approve ctrl\+a\b/, /^Cancel esc$/],
        question: [{ row: /^(Plan review: .*)$/ }],
      },
      {
        id: 'sign-in',
        shows: 'question',
        where: BELOW_RULE,
        all: [/^Sign in to Command Code$/, /^│ API Key: /],
        question: [{ row: /^(Sign in to Command Code)$/ }],
      },
      // A single question, and its own pages with numbered options, such as the one of `/agents`.
      {
        id: 'list',
        shows: 'question',
        where: BELOW_RULE,
        all: [FIRST_OPTION],
        question: [{ row: /^(\S.*)$/, after: [RULE] }],
      },
      // A page has its title in the first column, in which the composer has nothing below its line. The
      // first pattern that matches chooses the row with the keys.
      {
        id: 'picker',
        shows: 'picker',
        where: BELOW_RULE,
        any: [/^\S.*\besc\b/i, /^enter \w+ · /, /^\S/],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'block', starts: WORK, above: COMPOSER },
        all: [WORK],
      },
      {
        id: 'limit',
        shows: 'limited',
        where: LAST_BLOCK,
        all: [/^◼ You've reached (?:your|today's) .*\blimit\b/],
        question: [{ row: /\bResets in ((?:\d+[dhm] ?)+)(?= \(|$)/ }],
      },
      {
        id: 'error',
        shows: 'failed',
        where: LAST_BLOCK,
        all: [/^⚠ /],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: BELOW_RULE,
        all: [/^ {2}\S/],
      },
      // With a draft, and in shell mode, nothing is below its line.
      {
        id: 'draft',
        shows: 'idle',
        where: { kind: 'last', rows: 1 },
        all: [RULE],
      },
    ],
  },
};
