import type { StatusFacts } from '../../model/statusFacts';

/** For 0.74.2. It never asks. Its title has the folder and no state. */
export const piStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 1,
    rules: [
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'last', rows: 10 },
        all: [/^ [⠀-⣿] \S[^.]*\.\.\./],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 6 },
        all: [/\d%\/\d+k\b/, /^─{10,}/],
      },
    ],
  },
};
