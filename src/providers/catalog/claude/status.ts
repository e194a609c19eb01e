import type { ShellMode } from '../../model/providerDefinition';
import type { StatusFacts } from '../../model/statusFacts';

/** A horizontal line across the screen, above a dialog and on both sides of the composer. */
const RULE = /^─{10,}/;
/** A line above and below the command of a dialog. */
const DASHES = /^╌{10,}/;
const COMPOSER = /^[❯!](?! ?\d+\.)/;
/** The first row of any message in the transcript. */
const MESSAGE = /^(?:[●⏺❯✻✶✳✢·*⚠]|\s{2}⎿) /;
/** A command of several rows has a line on its left. */
const REQUEST = {
  frame: RULE,
  to: /^ [❯ ] 1\. /,
  borders: [/^ │(?= |$)/],
  sides: /^ |^╌{10,}$/,
  own: /^ Tip: auto mode [ -~—]+$/,
  // `(value cannot be shown in full — approval withheld; one-time options only)`, and what it states of others.
  cut: /\bone-time (?:options )?only\b|\bdeny unless expected\b|\btook too long to diff\b|\bfor preview\b/,
};
const LAST_MESSAGE = { kind: 'block', starts: MESSAGE, above: COMPOSER } as const;
/** At a usage limit that it waits for. */
const CONTINUES = /^ {4}Continuing automatically .* · Esc to cancel$/;
/** A page that covers the composer. */
const PANEL = { kind: 'below', row: /^▔{10,}/ } as const;
const BELOW_RULE = { kind: 'below', row: RULE } as const;
/**
 * Below the composer: `1 shell, 2 monitors · ↓ to manage`, and a row for each sub-agent. The row of the agent itself
 * has no other name than `main`.
 */
const BACKGROUND: readonly RegExp[] = [
  /(?<=(?:^ {2}| · |, )(?:\W+ )?)(\d+) (?:shell|monitor|team|MCP task|(?:background|cloud|local) (?:agent|task|session|dynamic workflow)|cloud dynamic workflow)s?(?= · |, |$)/,
  /^ {2}[○◯●] (?!main$)\S+ {2,}\S/,
];

/** The composer's first row; the cursor may be in a later one, which is indented. */
export const claudeShellMode: ShellMode = {
  key: '!',
  where: { kind: 'block', starts: /^[❯!](?:\s|$)/, above: RULE },
  row: /^!/,
};

/** For 2.1.330 and 2.1.197. The transcript is always above a horizontal line. */
export const claudeStatus: StatusFacts = {
  reports: [
    { message: /^trust this folder/, shows: 'trust' },
    { message: /^dialog open$/, shows: 'question', isGeneral: true },
  ],
  // `✳` means idle or waiting. If the terminal answers Program Status, titles show no state.
  titles: [{ id: 'title-busy', shows: 'working', title: /^[◐◓◑◒⠀-⣿] / }],
  file: {
    kind: 'byPid',
    home: { env: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
    folder: 'sessions',
    state: 'status',
    states: { busy: 'working', idle: 'idle' },
    // A dialog that the person has opened also waits, with another value.
    waits: 'waiting',
    waitsFor: 'waitingFor',
    needs: { 'permission prompt': 'permission', 'input needed': 'question' },
    changedAt: 'statusUpdatedAt',
  },
  screen: {
    version: 5,
    rules: [
      {
        id: 'transcript',
        shows: 'skip',
        where: { kind: 'last', rows: 2 },
        any: [/^\s*Showing detailed transcript/, /ctrl\+o to toggle/],
      },
      {
        // The sessions of all folders, opened by the left arrow. The one that it leaves may go on there.
        id: 'agents-view',
        shows: 'skip',
        where: { kind: 'last', rows: 3 },
        any: [
          /^❯ describe a task for a new session$/,
          /^ {2}enter to (?:return|open|create|reply) · /,
        ],
      },
      {
        id: 'trust',
        shows: 'trust',
        where: BELOW_RULE,
        all: [/^ Accessing workspace:/, /^ ❯ (?:\d\. )?(?:No, exit|Yes, I trust)/],
        question: [
          { row: /Is this a project you created or one you trust\?/ },
          { row: /^ (\S.*)/, after: [/^ Accessing workspace:/] },
        ],
        request: { frame: RULE, to: /^ [❯ ] (?:1\. |No, exit)/ },
      },
      {
        id: 'bypass',
        shows: 'trust',
        where: BELOW_RULE,
        all: [/Bypass Permissions mode/, /^\s+❯ (?:\d\. )?(?:No, exit|Yes, I accept)/],
        question: [{ row: /WARNING: .*/ }],
      },
      {
        id: 'api-key',
        shows: 'trust',
        where: { kind: 'last', rows: 12 },
        all: [/Detected a custom API key in your environment/, /❯ /],
        none: [COMPOSER],
        question: [{ row: /Detected a custom API key.*/ }],
      },
      {
        id: 'login',
        shows: 'question',
        where: { kind: 'last', rows: 16 },
        all: [/^ {1,2}Select login method:/, /^ {1,2}❯ /],
        question: [{ row: /Select login method:/ }],
      },
      // The first page of a new home; nothing is above it.
      {
        id: 'first-theme',
        shows: 'question',
        where: { kind: 'last', rows: 24 },
        all: [/^ Choose the text style that looks best with your terminal$/, /^ [❯ ] ✔ \S/],
        none: [COMPOSER],
        question: [{ row: /^ (Choose the text style .*)/ }],
      },
      {
        id: 'permission',
        shows: 'permission',
        where: BELOW_RULE,
        all: [/^ (?:Do you want to|Would you like to) /, /^ ❯ \d+\. /],
        question: [
          { row: /^ (\S.*)/, after: [RULE] },
          { row: /^ (?:│ )?(\S.*)/, after: [DASHES], isCommand: true },
          { row: /^ ((?:Do you want to|Would you like to) .*)/ },
        ],
        request: REQUEST,
      },
      {
        // The beginning of the dialog is above the screen.
        id: 'permission-scrolled',
        shows: 'permission',
        where: { kind: 'last', rows: 12 },
        all: [/^ (?:Do you want to|Would you like to) /, /^ ❯ \d+\. /, /^\s*↑ \d+ more lines?$/],
        question: [{ row: /^ ((?:Do you want to|Would you like to) .*)/ }],
        request: REQUEST,
      },
      {
        id: 'ask-user',
        shows: 'question',
        where: { kind: 'last', rows: 1 },
        all: [/^Enter to select · .*Esc to cancel/],
        question: [{ row: /\S.*/, after: [/^\s*(?:← +)?[☐☒✔] /] }],
      },
      {
        id: 'ask-user-review',
        shows: 'question',
        where: BELOW_RULE,
        all: [/^(?:Ready to submit your answers\?|Review your answers$)/, /^❯ \d+\. /],
        question: [{ row: /^(?:Ready to submit your answers\?|Review your answers$)/ }],
      },
      {
        // "Trust" would be approved with the trust in the folder.
        id: 'mcp-server',
        shows: 'question',
        where: BELOW_RULE,
        all: [/^ {2}New MCP servers? found in this project/, /^ {2}❯ \S/],
        question: [{ row: /New MCP servers? found in this project.*/ }],
      },
      {
        id: 'exit-plan',
        shows: 'permission',
        where: PANEL,
        all: [/^\s+Exit plan mode\?/, /^\s+❯ \d+\. /],
        question: [{ row: /Exit plan mode\?/ }],
      },
      {
        id: 'picker',
        shows: 'picker',
        where: { kind: 'last', rows: 2 },
        any: [
          /\b(?:Enter|Space|Tab) to \w+ · .*Esc to \w+/,
          /(?:^\s*| · )Esc to (?:cancel|close|exit|go back)\b/,
        ],
        none: [CONTINUES],
      },
      {
        id: 'panel',
        shows: 'picker',
        where: PANEL,
        all: [/\S/],
        none: [RULE],
      },
      {
        id: 'footer-busy',
        shows: 'working',
        where: BELOW_RULE,
        all: [/\besc to interrupt\b/],
        background: BACKGROUND,
      },
      {
        id: 'spinner',
        shows: 'working',
        where: LAST_MESSAGE,
        all: [/^[·✢✳✶✻✽*] \S+…(?: \(|$)/],
      },
      {
        id: 'background',
        shows: 'working',
        where: BELOW_RULE,
        any: BACKGROUND,
        background: BACKGROUND,
        only: 'background',
      },
      {
        id: 'limit',
        shows: 'limited',
        where: LAST_MESSAGE,
        any: [
          /^(?:●|⏺|\s{2}⎿)\s+You've (?:hit|reached) your (?:\S+ )?limit\b/,
          /^(?:●|⏺|\s{2}⎿)\s+(?:Claude (?:AI )?usage|\S+) limit reached\b/,
          /^● API Error: .*\(429\)/,
        ],
        question: [{ row: /\b(?:resets?|continue automatically) (?:at )?(.*\S)/ }],
      },
      {
        id: 'api-error',
        shows: 'failed',
        where: LAST_MESSAGE,
        all: [/^(?:●|⏺|\s{2}⎿)\s+(?:API Error\b|Please run \/login|Invalid API key)/],
      },
      {
        id: 'interrupted',
        shows: 'idle',
        where: LAST_MESSAGE,
        all: [/^ {2}⎿ +Interrupted · /],
      },
      {
        id: 'turn-ended',
        shows: 'idle',
        where: LAST_MESSAGE,
        all: [/^✻ \p{L}+ for \d/u],
        none: [/ still running$/],
      },
      {
        id: 'composer',
        shows: 'idle',
        where: { kind: 'last', rows: 14 },
        all: [COMPOSER, RULE],
        only: 'input',
      },
    ],
  },
};
