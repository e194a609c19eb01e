import type { StatusFacts } from '../../model/statusFacts';

const COMPOSER = /^ │ > /;

/** For 2.1.0. Its title has the first prompt and no state. */
export const kimiStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 1,
    rules: [
      {
        id: 'trust',
        shows: 'trust',
        where: { kind: 'last', rows: 14 },
        all: [/^\s*Trust this folder\?/, /^\s*❯ /],
        none: [COMPOSER],
        question: [
          { row: /Trust this folder\?/ },
          { row: /^\s*([/~]\S.*|[A-Z]:\\.*)/, after: [/^\s*Trust this folder\?/] },
        ],
      },
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 12 },
        all: [/▶ \d+\. /, /choose · ↵ confirm/],
        none: [COMPOSER],
        question: [{ row: /▶ ([^\d\s].*\?)/ }, { row: /(\$ .*?)\s*│?$/, after: [/▶ [^\d\s].*\?/] }],
      },
      {
        id: 'picker',
        shows: 'skip',
        where: { kind: 'last', rows: 3 },
        any: [/↑↓ navigate · Enter select/, /\bEsc (?:cancel|close|exit)\b/],
        none: [COMPOSER],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'last', rows: 10 },
        all: [/^\s*[🌑🌒🌓🌔🌕🌖🌗🌘]/u],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 6 },
        all: [COMPOSER, /\bcontext: \d+%/],
      },
    ],
  },
};
