import type { ScreenRules, StatusFacts } from '../../model/statusFacts';

const COMPOSER_END = /╹▀{10,}/;
/** Text in a box, except the lower row of the composer. */
const BOX_TEXT = /^ {2}┃ {2}(?!\S+ {1,2}· )\S/;
/** Text in a box or an answer, except the row of a turn. */
const LAST_TEXT = /^ {2}┃ {2}(?!\S+ {1,2}· )\S|^ {5}(?!▣)\S/;
const BUTTONS = /^\s*┃\s+Allow once\s+Allow always\s+Reject/;

/**
 * For OpenCode 1.18.33, on which Kilo Code is based. Text on the right may belong to a side bar.
 */
const screen: ScreenRules = {
  version: 4,
  rules: [
    {
      id: 'permission',
      shows: 'permission',
      where: { kind: 'last', rows: 16 },
      all: [/┃\s+△ Permission required/, /┃\s+Allow once\s+Allow always\s+Reject/],
      none: [COMPOSER_END],
      question: [
        { row: /# (.*\S)/, after: [/┃\s+△ Permission required/] },
        { row: /┃\s+(\$ .*\S)/, after: [/┃\s+△ Permission required/], isCommand: true },
      ],
      // The dialog has at most 15 rows and leaves out those of a longer command.
      request: {
        frame: /^\s*[^┃\s]/,
        from: /^\s*┃\s+△ Permission required/,
        to: BUTTONS,
        borders: [/^\s*┃/],
        sides: /^ *┃/,
        own: /^ *△ Permission required$/,
        height: { mostRows: 9, leastScreen: 24 },
      },
    },
    {
      id: 'always-allow',
      shows: 'permission',
      where: { kind: 'last', rows: 12 },
      all: [/┃\s+△ Always allow/, /┃\s+Confirm\s+Cancel/],
      none: [COMPOSER_END],
      question: [{ row: /△ (Always allow.*?)(?:\s{2,}|$)/ }],
    },
    // Only Kilo Code asks this for each rejection.
    {
      id: 'rejection',
      shows: 'question',
      where: { kind: 'last', rows: 16 },
      all: [/┃\s+△ Reject permission/, /┃\s.*\benter confirm\b.*\besc cancel\b/],
      none: [COMPOSER_END, BUTTONS, /┃\s+△ Permission required/, /\besc dismiss\b/],
      question: [{ row: /┃\s+(\S.*\S)/, after: [/┃\s+△ Reject permission/] }],
    },
    {
      id: 'question',
      shows: 'question',
      where: { kind: 'last', rows: 3 },
      all: [/┃\s.*\benter (?:submit|confirm|toggle)\b.*\besc dismiss\b/],
      none: [COMPOSER_END],
      question: [{ row: /┃\s+(\S.*\?)(?:\s|$)/ }],
    },
    {
      id: 'sign-in',
      shows: 'question',
      where: { kind: 'last', rows: 40 },
      all: [/\sConnect a provider\s+esc$/, /^[\s┃]*Search\b/],
      question: [{ row: /Connect a provider/ }],
    },
    // A picker covers the middle, often not the composer.
    {
      id: 'covered',
      shows: 'picker',
      where: { kind: 'last', rows: 4 },
      all: [/ctrl\+p commands/, COMPOSER_END],
      cursorOutside: { row: /^\s*┃/, end: COMPOSER_END },
    },
    {
      id: 'busy',
      shows: 'working',
      where: { kind: 'last', rows: 5 },
      // A long message before the key breaks it into several rows.
      any: [/\besc (?:again to )?interrupt\b/, /^\s+[■⬝]{8} .*\[retrying in /],
    },
    // The row of a turn ends with its duration, or with "interrupted". It lacks both also after a denial,
    // but then no box is directly above it. The composer below is empty.
    {
      id: 'error',
      shows: 'failed',
      where: { kind: 'block', starts: LAST_TEXT, above: COMPOSER_END },
      all: [BOX_TEXT, /^\s*▣ {2}[^·]+ · [^·]*?(?:\s{3,}[^·]*)?$/],
    },
    {
      id: 'composer',
      shows: 'idle',
      where: { kind: 'last', rows: 4 },
      all: [/ctrl\+p commands/, COMPOSER_END],
    },
  ],
};

export const opencodeStatus: StatusFacts = { titles: [], file: { kind: 'none' }, screen };
