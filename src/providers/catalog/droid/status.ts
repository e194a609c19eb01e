import type { StatusFacts } from '../../model/statusFacts';

const COMPOSER = /^│ (?:>| !) /;
const BOX_TOP = /^╭─{10,}╮$/;
const BOX_END = /^╰─{10,}╯$/;
/** The end of the box of a picker, which can contain a note. */
const LABELLED_END = /^╰─.*─╯$/;
/** How an answer, an error or a notice begins. */
const BLOCK = /^[⛬●] {2}/;
/** Its work. Prompts and answers, of which none is below, are indented further. */
const WORK = /^ [⠀-⣿] .*\((?:Press ESC to stop|Please wait)\)$/;
const TEXT = /^ {3}\p{L}/u;
/** The outcome of a tool, which follows an error only if the person has asked again. */
const TOOL_OUTCOME = /^ {4}[⎿↳] /;

/** For 0.215.0. Its title has the topic and no state. */
export const droidStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 7,
    rules: [
      {
        id: 'trust',
        shows: 'trust',
        where: { kind: 'last', rows: 20 },
        all: [/^│ Trust this folder\? +│$/, /^[> ] 1\. Trust this folder$/, /^Enter to confirm · /],
        question: [
          { row: /^│ (Trust this folder\?) +│$/ },
          { row: /^│ ([/~]\S.*?|[A-Z]:\\.*?) +│$/, after: [/^│ Trust this folder\?/] },
        ],
        request: {
          frame: BOX_TOP,
          to: /^[> ] 1\. Trust this folder$/,
          borders: [/^│ /, / +│$/],
        },
      },
      {
        id: 'extension',
        shows: 'question',
        where: { kind: 'last', rows: 6 },
        all: [/^Would you like to install .*\?$/, /^> \S/, /^Press Y\/N, /],
        question: [{ row: /^(Would you like to install .*\?)$/ }],
      },
      // Its rows above the options are not certain to be whole: the reason, which the model gives, can
      // look like another request.
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 10 },
        all: [
          /^│ {2}(?:Yes, allow|Proceed)\b/,
          BOX_END,
          /^ {2}↑↓ navigate +Enter select +Esc cancel/,
        ],
        question: [
          { row: /^ {2}(\S.* to approve\b.*)$/ },
          { row: /^ {2}↳ (\S.*)$/, after: [/^ {2}\S.* to approve\b/] },
        ],
      },
      {
        id: 'ask-user',
        shows: 'question',
        // Its keys can need two rows, the last one perhaps at the end of the first, above a tip.
        where: { kind: 'last', rows: 4 },
        all: [/^ {3}(?: |\S.* • )ESC(?: stop(?: agent)?)?$/],
        none: [COMPOSER],
        // With several questions, their topics are above it.
        question: [{ row: /^ {3}(?![○●] )(\S.*)$/, after: [/^ {3}Ask User$/] }],
      },
      // A picker is in the place of the composer, its keys below its box. Those of the composer are not indented.
      {
        id: 'picker',
        shows: 'picker',
        where: { kind: 'last', rows: 2 },
        all: [/^ {2}(?=\S).*\b(?:Enter|Esc)\b/i, LABELLED_END],
      },
      // The composer has neither a title nor a blank row below it.
      {
        id: 'list',
        shows: 'picker',
        where: { kind: 'block', starts: BOX_TOP, above: BOX_END },
        all: [/^│ > /, /^│ (?![>!] )\S/, /^│ {10,}│$/],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'block', starts: WORK, above: BOX_TOP },
        all: [WORK],
        none: [TEXT],
      },
      {
        id: 'limit',
        shows: 'limited',
        where: { kind: 'block', starts: BLOCK, above: BOX_TOP },
        all: [/^● {2}BYOK Error: 429\b/],
        none: [TOOL_OUTCOME],
      },
      {
        id: 'error',
        shows: 'failed',
        where: { kind: 'block', starts: BLOCK, above: BOX_TOP },
        all: [/^● {2}BYOK Error: /],
        none: [TOOL_OUTCOME],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 12 },
        all: [COMPOSER, BOX_END],
      },
    ],
  },
};
