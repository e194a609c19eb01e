import type { ScreenRules, StatusFacts } from '../../model/statusFacts';

const COMPOSER_END = /╹▀{10,}/;
const BUTTONS = /^\s*┃\s+Allow once\s+Allow always\s+Reject/;

/**
 * For OpenCode 1.18.33, on which Kilo Code is based. Text on the right may belong to a side bar.
 */
const screen: ScreenRules = {
  version: 2,
  rules: [
    {
      id: 'permission',
      shows: 'permission',
      where: { kind: 'last', rows: 12 },
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
    {
      id: 'busy',
      shows: 'working',
      where: { kind: 'last', rows: 3 },
      all: [/\besc (?:again to )?interrupt\b/],
    },
    // The row of a turn ends with its duration, or with "interrupted"; the composer below is empty.
    {
      id: 'error',
      shows: 'failed',
      where: { kind: 'block', starts: /^\s*▣ {2}/, above: COMPOSER_END },
      all: [/^\s*▣ {2}[^·]+ · [^·]*?(?:\s{3,}[^·]*)?$/],
      none: [/^\s*┃ {2}(?!\S+ {1,2}· |\s)/],
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
