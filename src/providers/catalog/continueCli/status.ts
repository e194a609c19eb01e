import type { StatusFacts } from '../../model/statusFacts';

/** For 1.5.47. It sets no title, and its row for work stays during a question. */
export const continueStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 1,
    rules: [
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 10 },
        all: [/^│\s+Would you like to continue\?/, /^│\s+> /],
        question: [
          { row: /^│\s+(\S.*?)\s*│/, after: [/^╭─{10,}/] },
          { row: /^│\s+(Would you like to continue\?)/ },
        ],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'last', rows: 7 },
        all: [/\( ?\d[\dhms ]* • esc to interrupt ?\)/],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 8 },
        all: [/^│ ● /, /^╰─{10,}/],
      },
    ],
  },
};
