import type { StatusFacts } from '../../model/statusFacts';

const COMPOSER = /^ [>!*] /;
const COMPOSER_TOP = /^▄{10,}/;
const COMPOSER_END = /^▀{10,}/;
/** Its work. Answers, of which none is below, are indented further. */
const WORK = /^ ?[⠀-⣿] .*(?:esc to cancel|Executing Hook)/;
const TEXT = /^ {2}\p{L}/u;
const OPTION = /^│ ● \d+\. /;
/** The text of a dialog stands in a box, a command in another one in that. */
const BORDERS = [/^ ?│ (?:│ )?/, / (?:│ )?│$/];

/** In the row above its input, on the right. */
const BACKGROUND: readonly RegExp[] = [/(?<= {2})(\d+) Background process(?:es)?$/];

/** For 0.61.0. A dialog replaces the composer at the end of the transcript. */
export const geminiStatus: StatusFacts = {
  titles: [
    { id: 'title-action', shows: 'permission', title: /^✋/ },
    { id: 'title-busy', shows: 'working', title: /^✦/ },
    { id: 'title-ready', shows: 'idle', title: /^◇/ },
  ],
  file: { kind: 'none' },
  screen: {
    version: 7,
    rules: [
      {
        id: 'trust',
        shows: 'trust',
        where: { kind: 'last', rows: 14 },
        all: [/Do you trust the files in this folder\?/, /● \d+\. Trust folder|● \d+\. /],
        none: [COMPOSER_TOP],
        question: [{ row: /Do you trust the files in this folder\?/ }],
        request: { frame: /^ ?╭─{10,}/, to: /^ ?│ +[● ] 1\. /, borders: BORDERS },
      },
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 10 },
        all: [OPTION, /^│ (?:Allow execution|Apply this change|Do you want to)/],
        none: [COMPOSER_TOP],
        question: [
          { row: /^│ ((?:Allow execution|Apply this change|Do you want to).*?)\s*│/ },
          { row: /^│ \? (?:Shell |(\S.*?)\s*(?:←\s*)?│)/ },
          { row: /^│ │ (\S.*?)\s*│ │/, isCommand: true },
        ],
        request: {
          frame: /^╭─{10,}/,
          to: /^│ [● ] 1\. /,
          borders: BORDERS,
          repeated: /^\? Shell /,
        },
      },
      {
        id: 'connect',
        shows: 'question',
        where: { kind: 'last', rows: 12 },
        all: [/^\s*│ > Do you want to connect .* to Gemini CLI\?/, /^\s*│ [● ] \d\. /],
        none: [COMPOSER_TOP],
        question: [{ row: /Do you want to connect .*?\?/ }],
      },
      {
        id: 'ask-user',
        shows: 'question',
        where: { kind: 'last', rows: 3 },
        all: [/Enter to select · .*Esc to cancel/],
        none: [COMPOSER_TOP],
        question: [{ row: /^│ {1,2}(\S.*\?)\s*│/ }],
      },
      {
        // After an unknown model or an exhausted one: which options there are besides this one depends on it.
        id: 'model',
        shows: 'question',
        where: { kind: 'last', rows: 7 },
        all: [OPTION, /^│ [● ] \d\. Stop\s*│$/, /^╰─{10,}/],
        none: [COMPOSER_TOP],
        question: [{ row: /^│ (\S.*?)\s*│$/, after: [/^╭─{10,}/] }],
      },
      {
        id: 'sessions',
        shows: 'question',
        where: { kind: 'below', row: /^ Chat Sessions \(\d+ total\)/ },
        all: [/^ Navigate: ↑\/↓ +Resume: Enter\b/],
        none: [COMPOSER_TOP],
        question: [{ row: /^ (Chat Sessions)\b/ }],
      },
      {
        id: 'picker',
        shows: 'picker',
        where: { kind: 'last', rows: 5 },
        any: [
          /\(Use Enter to select/,
          /\bEnter (?:to )?\w+.*\bEsc\b/,
          /\bEsc (?:to )?(?:close|exit|go back|back)\b/i,
        ],
        none: [COMPOSER_TOP, COMPOSER_END],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'block', starts: WORK, above: COMPOSER },
        all: [WORK],
        none: [TEXT],
      },
      {
        id: 'background',
        shows: 'working',
        where: { kind: 'block', starts: /^─{10,}/, above: COMPOSER },
        any: BACKGROUND,
        background: BACKGROUND,
        only: 'background',
      },
      {
        id: 'error',
        shows: 'failed',
        where: { kind: 'block', starts: /^(?:[✕✦] | > )/, above: COMPOSER },
        all: [/^✕ \[API Error: /, /^─{10,}/],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 8 },
        all: [COMPOSER, COMPOSER_TOP],
      },
    ],
  },
};
