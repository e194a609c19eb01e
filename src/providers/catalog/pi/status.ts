import type { StatusFacts } from '../../model/statusFacts';

/** The composer, the footer, and up to two rows of the last turn. */
const LAST_ERROR = { kind: 'last', rows: 6 } as const;

/** The entry of a list that Enter chooses. */
const MARKED = /^[→›] (\S.*?)(?: {2,}.*)?$/;

/** For 0.74.2. It never asks. Its title has the folder and no state. */
export const piStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 5,
    rules: [
      {
        id: 'sign-in',
        shows: 'question',
        where: { kind: 'last', rows: 10 },
        all: [/^ Select authentication method:/, /^ ↑↓ navigate {2}enter select\b/],
        question: [{ row: /Select authentication method/ }],
      },
      // A picker is in the place of the text between the rules of the composer.
      {
        id: 'picker',
        shows: 'question',
        where: { kind: 'block', starts: /^─{10,}/, above: /^─{10,}/ },
        all: [MARKED],
        any: [/^>(?: |$)/, /^ {2}\(\d+\/\d+\)$/],
        question: [
          { row: /^(Resume Session)\b/ },
          { row: /^ {3}(Session Tree)$/ },
          { row: MARKED },
        ],
      },
      // What a person types there is not indented.
      {
        id: 'page',
        shows: 'picker',
        where: { kind: 'block', starts: /^─{10,}/, above: /^─{10,}/ },
        all: [/^ {1,2}\S.*\besc(?:ape)?\b/i],
      },
      // The rule above it can be above the screen.
      {
        id: 'tall-page',
        shows: 'picker',
        where: { kind: 'last', rows: 4 },
        all: [/^ {2}\S.* · Enter\S* to \w+ · Esc to \w+$/, /^─{10,}/],
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
