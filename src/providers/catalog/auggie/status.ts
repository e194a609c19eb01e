import type { StatusFacts } from '../../model/statusFacts';

/** The lines above and below the composer. */
const RULE = /^─{10,}$/;
const COMPOSER = /^› ?/;
/** A row above the line of the composer. The last one is that of its work. */
const ABOVE_RULE = /^(?!─{10,}$).*\S/;
/** How a prompt, an answer or an error begins. */
const BLOCK = /^(?:[›●] |API Error: )/;
/** The keys of its welcome and of its question about the index. */
const ASKS = /^ Press (?:return to continue|[\d/]+ to select directly)\b.*\b[Ee]sc to skip$/;
/** The keys of a list that a person has opened. */
const LIST_KEYS = /^ \[.*• \[Esc\] \w+$/;

/** For 0.36.0. Its title has the first prompt and no state. */
export const auggieStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 2,
    rules: [
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 1 },
        all: [/^ \[A\]llow \[D\]eny\b/],
        question: [
          {
            row: /^│ {2}(Terminal: .*?) *│$/,
            after: [/^│ {2}Tool Approval Required *│$/],
            isCommand: true,
          },
        ],
      },
      {
        id: 'page',
        shows: 'question',
        where: { kind: 'last', rows: 1 },
        all: [ASKS],
        question: [
          { row: /^ (Choose an option):$/ },
          { row: /^│ {2}(\S.*?) *│$/, after: [/^╭─{10,}╮$/] },
        ],
      },
      {
        id: 'list',
        shows: 'picker',
        where: { kind: 'last', rows: 1 },
        all: [LIST_KEYS],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'block', starts: ABOVE_RULE, above: COMPOSER },
        all: [/^ [⠀-⣿] .*\(\d+\w* • esc to interrupt\)$/],
      },
      {
        id: 'error',
        shows: 'failed',
        where: { kind: 'block', starts: BLOCK, above: RULE },
        all: [/^API Error: /],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'block', starts: RULE, above: RULE },
        all: [COMPOSER],
      },
    ],
  },
};
