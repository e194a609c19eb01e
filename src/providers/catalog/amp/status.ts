import type { StatusFacts } from '../../model/statusFacts';

/**
 * For 0.0.1790142911. Its composer stays while it works, which has not been recorded, so only that of
 * a new thread is read.
 */
export const ampStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 2,
    rules: [
      {
        id: 'sign-in',
        shows: 'question',
        where: { kind: 'last', rows: 1 },
        all: [/^Would you like to log in to Amp\? \[/],
        question: [{ row: /^(Would you like to log in to Amp\?)/ }],
      },
      {
        id: 'welcome',
        shows: 'question',
        where: { kind: 'last', rows: 1 },
        all: [/^ {10,}(?:Space to continue|Enter to get started)$/],
        question: [{ row: /^ {10,}(Space to continue|Enter to get started)$/ }],
      },
      {
        id: 'new-thread',
        shows: 'idle',
        where: { kind: 'last', rows: 40 },
        all: [/ Welcome to Amp$/, / ctrl\+o for commands · \? for shortcuts$/, /^╰─+ \S.* ─╯$/],
      },
    ],
  },
};
