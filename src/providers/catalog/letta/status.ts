import type { StatusFacts } from '../../model/statusFacts';

/** The lines above and below the composer, and above a dialog. */
const RULE = /^─{10,}$/;
const COMPOSER = /^[›!](?: |$)/;
/** How a prompt, an answer, the outcome of a command, or an error begins. */
const BLOCK = /^[›•⚠] /;
const FAILURE = /^⚠ Something went wrong\?/;
const FIRST_OPTION = /^[❯ ] 1\. /;

/** For 0.25.9. Its title has the names of the agent and the conversation, and no state. */
export const lettaStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 2,
    rules: [
      {
        id: 'approval',
        shows: 'permission',
        where: { kind: 'below', row: RULE },
        all: [/^[❯ ] 1\. Yes\b/, /^(?:Enter to select|Type reason|Enter to submit) · Esc to \w+$/],
        question: [
          { row: /^\S.*\?$/, after: [RULE] },
          { row: /^ {2}\$ (\S.*)$/, after: [/^Run this command\?$/], isCommand: true },
        ],
        // The rows of a request are indented. It shows three lines of a command, and counts the others.
        request: { frame: RULE, to: /^[❯ ] 1\. Yes$/ },
      },
      {
        id: 'ask-user',
        shows: 'question',
        where: { kind: 'below', row: RULE },
        all: [FIRST_OPTION, /^Enter to (?:select|toggle) · Arrow to navigate · Esc to cancel$/],
        question: [{ row: /^\S.*\?$/, after: [RULE] }],
      },
      {
        id: 'picker',
        shows: 'picker',
        where: { kind: 'last', rows: 1 },
        all: [
          /^ *(?:.* [·•] )?(?:Press )?Esc (?:or Enter )?(?:to )?(?:cancel|close|exit|go back)$/i,
        ],
      },
      {
        id: 'busy',
        shows: 'working',
        where: { kind: 'last', rows: 12 },
        any: [/^[^\s›•⚠] \S.*… \((?:esc to interrupt|interrupting)\b.*\)$/],
      },
      {
        id: 'limit',
        shows: 'limited',
        where: { kind: 'last', rows: 15 },
        all: [FAILURE, /^ {8}"message": "429\b/],
        none: [/^• /],
      },
      {
        id: 'error',
        shows: 'failed',
        where: { kind: 'block', starts: BLOCK, above: COMPOSER },
        all: [FAILURE],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'below', row: RULE },
        any: [/^(?:Press \/ for commands|[▶⏵]+ \S.* mode\b)/, /^ {2}Letta Code v\d/],
      },
    ],
  },
};
