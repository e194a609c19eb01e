import type { StatusFacts } from '../../model/statusFacts';

/** The lines above and below the composer, and above a page that is in its place. */
const RULE = /^─{10,}$/;
const COMPOSER = /^❯(?: |$)/;
/** Its work, above the composer. Answers are indented further. */
const WORK = /^ [^\s\w] \S.* {2}esc to interrupt • /u;
/** How a prompt, an answer, an error or a tool begins. */
const BLOCK = /^(?:[❯⚠⠀-⣿] | [A-Z]{3,} {2}\[)/u;
const FIRST_OPTION = /^[❯ ] 1\. /;
/** The option that denies, the last one of an approval. */
export const DENY = /^No, tell Command Code what to do differently$/;

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
        where: { kind: 'below', row: RULE },
        all: [/^Do you trust the files in this folder\?$/, /^[❯ ] 1\. Yes, proceed$/],
        question: [
          { row: /^(Do you trust the files in this folder\?)$/, after: [RULE] },
          { row: /^(\S.*)$/, after: [/^Do you trust the files in this folder\?$/] },
        ],
        request: { frame: RULE, to: /^[❯ ] 1\. Yes, proceed$/ },
      },
      // Its command begins in the first column, so no row above it is certain not to be one of a command.
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 10 },
        all: [
          /^[❯ ] {1,2}1\. Yes$/,
          /^[❯ ] {1,2}\d\. No, tell Command Code what to do differently$/,
          /^↑\/↓ navigate · enter select\b/,
        ],
        question: [{ row: /^(Command Code needs to .*|Do you want to .*\?)$/ }],
      },
      {
        id: 'question',
        shows: 'question',
        where: { kind: 'below', row: RULE },
        all: [/^[●◯✔] .+ \| [●◯✔] Review$/, FIRST_OPTION],
        question: [{ row: /^(\S.*)$/, after: [/^[●◯✔] .+ \| [●◯✔] Review$/] }],
      },
      {
        id: 'sign-in',
        shows: 'question',
        where: { kind: 'last', rows: 16 },
        all: [/^Authorize in browser, or paste API key here$/, /^│ API Key: /],
        question: [{ row: /^(Sign in to Command Code)$/ }],
      },
      // Its own pages with numbered options, such as the one of `/agents`.
      {
        id: 'list',
        shows: 'question',
        where: { kind: 'below', row: RULE },
        all: [/^[❯>] \d\. \S/, /\besc\b/i],
        question: [{ row: /^(\S.*)$/, after: [RULE] }],
      },
      // A page has its title in the first column, in which the composer has nothing below its line.
      {
        id: 'picker',
        shows: 'picker',
        where: { kind: 'below', row: RULE },
        all: [/\besc\b/i, /^\S/],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'block', starts: WORK, above: COMPOSER },
        all: [WORK],
        none: [/^[⠀-⣿✻⚠] /u],
      },
      {
        id: 'error',
        shows: 'failed',
        where: { kind: 'block', starts: BLOCK, above: COMPOSER },
        all: [/^⚠ Error: /],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'below', row: RULE },
        all: [/^ {2}\S/],
        none: [/^\S/],
      },
    ],
  },
};
