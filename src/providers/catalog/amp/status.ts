import type { StatusFacts } from '../../model/statusFacts';

/** For 0.0.1790142911, which stops at its login. */
export const ampStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 1,
    rules: [
      {
        id: 'sign-in',
        shows: 'question',
        where: { kind: 'last', rows: 1 },
        all: [/^Would you like to log in to Amp\? \[/],
        question: [{ row: /^(Would you like to log in to Amp\?)/ }],
      },
    ],
  },
};
