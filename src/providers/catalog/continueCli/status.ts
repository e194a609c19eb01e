import type { StatusFacts } from '../../model/statusFacts';

const COMPOSER = /^│ ● /;
/** A row above the box of the composer. The last one is that of its work. */
const ABOVE_BOX = /^(?!╭─{10,}).*\S/;

/** For 1.5.47. It sets no title, and its row for work stays during a question. */
export const continueStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 5,
    rules: [
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 10 },
        all: [/^│\s+Would you like to continue\?/, /^│\s+> /],
        question: [
          { row: /^│\s+(\S.*?)\s*│/, after: [/^╭─{10,}/], isCommand: true },
          { row: /^│\s+(Would you like to continue\?)/ },
        ],
        request: {
          frame: /^╭─{10,}/,
          to: /^│ {2}[> ] Continue \(tab\)/,
          borders: [/^│ /, / │$/],
          // It ends a command after 60 characters with three dots, which may be wrapped.
          cut: /\.\.\)?$/,
        },
      },
      // The row of its work stays above it.
      {
        id: 'question',
        shows: 'question',
        where: { kind: 'last', rows: 14 },
        all: [/^│ {2}(?:Type answer, Enter submit|↑\/↓ navigate, Enter select) +│$/],
        none: [COMPOSER],
        question: [{ row: /^│ {2}\? (\S.*?) +│$/ }],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'block', starts: ABOVE_BOX, above: COMPOSER },
        all: [/^ \S+ +\( ?\d[\dhms ]* • esc to interrupt ?\)/],
      },
      {
        id: 'completion',
        shows: 'skip',
        where: { kind: 'last', rows: 3 },
        all: [/^\s*↑\/↓ to navigate, Enter to select, Tab to complete/],
      },
      {
        id: 'menu',
        shows: 'picker',
        where: { kind: 'last', rows: 3 },
        all: [/^\s*↑\/↓ to navigate, Enter to select/],
      },
      {
        id: 'error',
        shows: 'failed',
        where: { kind: 'block', starts: /^(?:●|Error:) /, above: /^╭─{10,}/ },
        all: [/^Error: /],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 8 },
        all: [COMPOSER, /^╰─{10,}/],
      },
    ],
  },
};
