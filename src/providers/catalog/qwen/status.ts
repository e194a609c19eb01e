import type { StatusFacts } from '../../model/statusFacts';

const COMPOSER = /^[>!*] /;
const MESSAGE = /^ {2}[✕◆>✓?●ℹ⚠]/;
const RULE = /^─{10,}/;
/** Its work, above prompts that wait. Answers, of which none is below, are indented further. */
const WORK = /^ {2}[⠀-⣿] .*\besc to cancel\)/;
const TEXT = /^ {4}\p{L}/u;
const QUESTION = /^\s*((?:Allow execution|Apply this change|Do you want to).*)/;

/** At the end of its status line: `1 shell, 2 local agents`. Others are paused or done. */
const BACKGROUND: readonly RegExp[] = [
  /(?<= · |, )(\d+) (?:shell|local agent|monitor|workflow)s?(?=,|$| · )/,
];

/** For 0.24.4. */
export const qwenStatus: StatusFacts = {
  titles: [
    { id: 'title-busy', shows: 'working', title: /^◐/ },
    { id: 'title-action', shows: 'permission', title: /^✳/ },
    { id: 'title-ready', shows: 'idle', title: /^Qwen - / },
  ],
  file: { kind: 'none' },
  screen: {
    version: 7,
    rules: [
      {
        id: 'trust',
        shows: 'trust',
        where: { kind: 'last', rows: 14 },
        all: [/Do you trust this folder\?|Do you trust the files in this folder\?/, /[›●❯] \d+\. /],
        none: [RULE],
        question: [{ row: /Do you trust .*?\?/ }],
        request: {
          frame: /^ ?╭─{10,}/,
          to: /^ ?│ +[›●❯ ] 1\. /,
          borders: [/^ ?│ /, / │$/],
        },
      },
      {
        id: 'sign-in',
        shows: 'question',
        where: { kind: 'last', rows: 40 },
        all: [
          /^\s*│ (?:Connect a Provider|\S.* · (?:Access Method|Provider|Step \d\/\d · .*\S)) +│$/,
          /^\s*└─{10,}┘$/,
        ],
        none: [RULE],
        question: [
          {
            row: /^\s*│ (Connect a Provider|\S.* · (?:Access Method|Provider|Step \d\/\d · .*\S)) +│$/,
          },
        ],
      },
      {
        id: 'connect',
        shows: 'question',
        where: { kind: 'last', rows: 12 },
        all: [/^\s*│ > Do you want to connect .* to Qwen Code\?/, /^\s*│ [›● ] \d\. /],
        none: [RULE],
        question: [{ row: /Do you want to connect .*?\?/ }],
      },
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'last', rows: 10 },
        all: [/^\s*[⠀-⣿] Waiting for user confirmation/, /^\s*› \d+\. /],
        none: [RULE],
        question: [
          { row: QUESTION },
          { row: /^ {2}\? (?:Shell |(\S.*?)(?: ←)?$)/ },
          { row: /^ {5}(\S.*)/, after: [/^ {2}\? \S/], isCommand: true },
        ],
        // Rows of a command are indented further.
        // It clips the rows of a long command, of which its first rows state all.
        request: {
          frame: /^ {2}\? \S/,
          to: /^ {3}[› ] 1\. /,
          sides: /^ {2}/,
          own: /^ *\? Shell [ -~]+ ←$/,
          twice: /^\?Shell|←/g,
        },
      },
      {
        id: 'confirmation',
        shows: 'question',
        where: { kind: 'last', rows: 2 },
        all: [/^\s*[⠀-⣿] Waiting for user confirmation/],
        question: [{ row: /^ {3}(\S.*\?)$/ }],
      },
      {
        id: 'skills',
        shows: 'question',
        where: { kind: 'last', rows: 40 },
        all: [
          /^ {2}│ Manage Skills +│$/,
          / skills · Space toggle · Enter pick .*· Esc save & exit/,
        ],
        none: [RULE],
        question: [{ row: /^ {2}│ (Manage Skills) +│$/ }],
      },
      {
        id: 'picker',
        shows: 'picker',
        where: { kind: 'last', rows: 5 },
        any: [
          /\(Use Enter to select/,
          /\bEnter(?: to|:)? \w+.*\bEsc\b/,
          /\bEsc (?:to )?(?:close|exit|go back|back|cancel)\b/,
        ],
        none: [RULE],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'block', starts: WORK, above: COMPOSER },
        all: [WORK],
        none: [TEXT],
      },
      {
        id: 'steer',
        shows: 'working',
        where: { kind: 'below', row: RULE },
        all: [/^ {2}Enter to steer · /],
      },
      {
        id: 'background',
        shows: 'working',
        where: { kind: 'below', row: RULE },
        any: BACKGROUND,
        background: BACKGROUND,
        only: 'background',
      },
      {
        id: 'error',
        shows: 'failed',
        where: { kind: 'block', starts: MESSAGE, above: COMPOSER },
        all: [/^ {2}✕ \[API Error: /],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 8 },
        all: [COMPOSER, RULE],
      },
    ],
  },
};
