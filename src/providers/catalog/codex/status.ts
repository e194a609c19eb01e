import type { StatusFacts } from '../../model/statusFacts';

/** The composer's row. A dialog's options begin with a number. */
const COMPOSER = /^› (?!\d+\. )/;
const OPTION = /^› \d+\. /;
const FIRST_OPTION = /^[› ] 1\. /;
const MESSAGE = /^[•◦›■✔✗⚠✘] /;
/** The row below the last message of a turn. */
const ENDED = /^ {2}Worked for /;
const LAST_MESSAGE = { kind: 'block', starts: MESSAGE, above: COMPOSER } as const;

/** Below the composer, while a prompt waits until its servers have started. */
const STARTS = /^\s*Waiting for startup\b/;

/** The row above its composer. */
const BACKGROUND: readonly RegExp[] = [/^ {2}(\d+) background terminals? running · /];

/** For 0.169.0. It reports its status itself, except for its dialogs at the start. */
export const codexStatus: StatusFacts = {
  titles: [
    { id: 'title-action', shows: 'permission', title: /^\[ [.!] \] Action Required\b/ },
    { id: 'title-busy', shows: 'working', title: /^[⠀-⣿] / },
  ],
  file: { kind: 'none' },
  screen: {
    version: 6,
    rules: [
      {
        id: 'transcript',
        shows: 'skip',
        where: { kind: 'last', rows: 4 },
        any: [/\bq to quit\b/, /^ ↑\/↓ to scroll/],
      },
      {
        id: 'trust',
        shows: 'trust',
        where: { kind: 'last', rows: 14 },
        all: [/^\s*Trust this folder\?|^\s*Do you trust the contents/, OPTION],
        none: [COMPOSER],
        question: [
          { row: /(Trust this folder\?|Do you trust the contents.*)/ },
          { row: /\S.*/, after: [/^\s*Folder access/] },
        ],
        request: {
          from: /^\s*(?:Folder access|Do you trust the contents)/,
          to: FIRST_OPTION,
        },
      },
      {
        id: 'hooks-review',
        shows: 'trust',
        where: { kind: 'last', rows: 10 },
        all: [/^\s*Hooks need review/, OPTION],
        none: [COMPOSER],
        question: [{ row: /Hooks need review/ }, { row: /\d+ hooks? .*/ }],
      },
      {
        id: 'sign-in',
        shows: 'question',
        where: { kind: 'last', rows: 16 },
        all: [/Sign in with ChatGPT/, /^[›> ]+1\. /],
        none: [COMPOSER],
        question: [{ row: /Sign in with ChatGPT.*/ }],
      },
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 1 },
        all: [/^\s*Press enter to confirm or esc to cancel/],
        question: [
          { row: /^\s*((?:Would you like to|Do you want to|Allow) .*)/ },
          {
            row: /^\s*(\$ .*)/,
            isCommand: true,
          },
        ],
        // The rows of a request are indented, those of the transcript are not all.
        request: {
          frame: /^\S/,
          from: /^\s*(?:Would you like to|Do you want to|Allow) /,
          to: FIRST_OPTION,
          sides: /^ {2}/,
        },
      },
      {
        id: 'ask-user',
        shows: 'question',
        where: { kind: 'last', rows: 2 },
        any: [/\benter to submit (?:answer|all)\b/],
        question: [{ row: /\S.*/, after: [/^\s*Question \d+\/\d+/] }],
      },
      {
        id: 'plan',
        shows: 'question',
        where: { kind: 'last', rows: 8 },
        all: [/^ {2}Implement this plan\?/, OPTION, /^ {2}enter select · esc back$/],
        question: [{ row: /Implement this plan\?/ }],
      },
      // It covers the transcript, and the composer is visible below it.
      {
        id: 'overlay',
        shows: 'question',
        where: { kind: 'last', rows: 4 },
        all: [/^ {6,}enter select · esc back$/, COMPOSER],
        question: [{ row: /^(?:[•›■] \S*| {2}\S*)? {4,}(\S.*\?)$/ }],
      },
      // Its field looks like the composer.
      {
        id: 'field',
        shows: 'question',
        where: { kind: 'last', rows: 1 },
        all: [/^ {2}(?:space toggle · )?enter (?:submit|save) · esc (?:back|save\/close)$/],
        question: [{ row: /^ {2}([A-Z]\S.*)$/ }],
      },
      {
        id: 'picker',
        shows: 'picker',
        where: { kind: 'last', rows: 2 },
        any: [
          /\benter (?:to )?(?:select|confirm|continue|resume)\b.*\besc\b/i,
          /\besc (?:to )?(?:go back|back|close|exit|cancel|skip|save)\b/,
        ],
        none: [/ \/ esc close\b/, STARTS],
      },
      {
        id: 'startup',
        shows: 'working',
        where: { kind: 'last', rows: 2 },
        all: [STARTS],
      },
      {
        id: 'busy',
        shows: 'working',
        where: LAST_MESSAGE,
        all: [/^[•◦] [^•(]{1,60}\(\d[\dhms ]* • esc to interrupt\)/],
        none: [ENDED],
      },
      {
        id: 'queue',
        shows: 'working',
        where: { kind: 'last', rows: 1 },
        all: [/^\s*tab to queue message\b/],
      },
      {
        id: 'background',
        shows: 'working',
        where: { kind: 'block', starts: ENDED, above: COMPOSER },
        any: BACKGROUND,
        background: BACKGROUND,
        only: 'background',
      },
      {
        id: 'limit',
        shows: 'limited',
        where: LAST_MESSAGE,
        any: [
          /^■ You['’]ve (?:hit|reached) your usage limit/,
          /^■ exceeded retry limit, last status: 429\b/,
        ],
        question: [{ row: /\b(?:[Tt]ry again|resets) (?:at|in) (.*[^\s.])/ }],
      },
      {
        id: 'error',
        shows: 'failed',
        where: LAST_MESSAGE,
        all: [/^■ (?!Conversation interrupted)/],
      },
      // While an answer is being written, nothing else shows that it is not complete.
      { id: 'answer', shows: 'skip', where: LAST_MESSAGE, all: [/^• /], none: [ENDED] },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 12 },
        all: [COMPOSER],
      },
    ],
  },
};
