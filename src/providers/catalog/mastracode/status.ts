import type { StatusFacts } from '../../model/statusFacts';

/** A border of the screen behind a dialog, which covers its middle. */
const COVERED = /^[╭╰]─* {3}.*[ ─][╮╯]$/;

/** The keys of a dialog, indented further than any text. The begin of a row that it covers can be in front. */
const WINDOW_KEYS =
  /^(?: {7,}|[^\d+>'"`|-]{1,20} {4,}|│[^\d+>'"`|-]{0,19} {3})(?:↑↓ |Type to |Enter|Space).{0,99} [·•] .{0,99}\bEsc(?:(?: to)? [a-z]+(?: {2,}|$)| +│$)/;

/** While it works, another sign or none is in the place of this one. */
const COMPOSER = /^│ ›/;
const STATUS_LINE = /^▐[^▌]+▌/;

/** How long the last work took, and its end. */
const ENDED_WITH_ERROR = /^▐[^▌]+▌[^▌]+▌ [\dhms]+ ×/;

/** For 0.32.1. Its title has no state. */
export const mastracodeStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 6,
    rules: [
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 30 },
        all: [/ ⚠ Tool Approval Required\b/, / Allow\? yes {2}no {2}always allow /, COVERED],
        question: [
          { row: / (Tool: \S+)/ },
          { row: / ([a-z_]+: \S.*?)(?: {3}.*)?$/, after: [/ Arguments:(?: |$)/] },
        ],
      },
      {
        id: 'welcome',
        shows: 'question',
        where: { kind: 'last', rows: 24 },
        all: [/ 👋 Welcome to Mastra Code\b/u, / → {3}\S/, COVERED],
        question: [{ row: / (Welcome to Mastra Code)\b/ }],
      },
      {
        id: 'question',
        shows: 'question',
        where: { kind: 'last', rows: 10 },
        all: [/^│ .*\bEnter to \w+ · .*\bEsc to skip +│$/],
        none: [COMPOSER],
        question: [{ row: /^│ (\S.*?) +│$/, after: [/^│ Question +│$/] }],
      },
      // A list in the transcript. Texts of the agent are indented.
      {
        id: 'list',
        shows: 'question',
        where: { kind: 'last', rows: 6 },
        all: [/^Up\/Down navigate {2}.*\bEnter \w+ {2}.*\bEsc \w+$/],
        none: [COMPOSER],
        question: [{ row: /^(Plan: \S.*)$/ }],
      },
      // On a wide screen a picker is below all else; otherwise it covers the middle.
      {
        id: 'picker',
        shows: 'question',
        where: { kind: 'below', row: STATUS_LINE },
        all: [/^ +Type to search • ↑↓ navigate • /],
        question: [{ row: / {4}(Select \S.*?)(?: {3}.*)?$/ }],
      },
      // Other dialogs cover the middle, often not the composer.
      {
        id: 'window',
        shows: 'picker',
        where: { kind: 'last', rows: 40 },
        all: [WINDOW_KEYS],
      },
      // What is below all else belongs to one.
      {
        id: 'window-below',
        shows: 'picker',
        where: { kind: 'below', row: STATUS_LINE },
        all: [/^ {5,}\S/],
      },
      {
        id: 'covered',
        shows: 'picker',
        where: { kind: 'last', rows: 8 },
        all: [COMPOSER, STATUS_LINE],
        cursorOutside: { row: /^│/, end: /^╰.*╯$/ },
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'last', rows: 4 },
        all: [/^│ [^/!$]/, /^╰─+╯$/, /^▐[^▌]+▌[^▌]+▌ \d/],
        none: [COMPOSER],
      },
      // With a command in the composer, only the missing sign of an end tells that it works.
      {
        id: 'busy-command',
        shows: 'working',
        where: { kind: 'last', rows: 4 },
        all: [/^│ \/ /, /^╰─+╯$/, /^▐[^▌]+▌[^▌]+▌ [\dhms]+ +━/],
      },
      {
        id: 'limit',
        shows: 'limited',
        where: { kind: 'last', rows: 10 },
        all: [/^ Error: Rate limited\b/, COMPOSER, ENDED_WITH_ERROR],
      },
      {
        id: 'error',
        shows: 'failed',
        where: { kind: 'last', rows: 4 },
        all: [COMPOSER, ENDED_WITH_ERROR],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 8 },
        all: [COMPOSER, STATUS_LINE],
      },
    ],
  },
};
