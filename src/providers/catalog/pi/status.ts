import type { StatusFacts } from '../../model/statusFacts';

/** The composer, the footer, and up to two rows of the last turn. */
const LAST_ERROR = { kind: 'last', rows: 6 } as const;

/** For 0.74.2. It never asks. Its title has the folder and no state. */
export const piStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 2,
    rules: [
      {
        id: 'sign-in',
        shows: 'question',
        where: { kind: 'last', rows: 10 },
        all: [/^ Select authentication method:/, /^ ↑↓ navigate {2}enter select\b/],
        question: [{ row: /Select authentication method/ }],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'last', rows: 10 },
        all: [/^ [⠀-⣿] \S[^.]*\.\.\./],
      },
      {
        id: 'limit',
        shows: 'limited',
        where: LAST_ERROR,
        all: [/^ Error: 429 /],
      },
      {
        id: 'error',
        shows: 'failed',
        where: LAST_ERROR,
        all: [/^ Error: \d{3} /],
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
