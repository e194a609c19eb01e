import type { Place, Recipe, Run, Step } from '../recipe';

const COMPOSER = /ctrl\+p commands/;

/** What differs between OpenCode and the CLIs that are based on it. */
type Member = Pick<Recipe, 'provider' | 'title' | 'version' | 'install' | 'program'> & {
  /** The path of the settings below the home folder. */
  readonly config: string;
  /** Likewise, of what its interface keeps. */
  readonly kept: string;
  /** How the names of its environment variables begin. */
  readonly prefix: string;
  /** What happens after a permission is rejected, if that is not its end. */
  readonly afterRejection?: readonly Step[];
};

const settings = ({ baseUrl }: Place): string =>
  JSON.stringify({
    autoupdate: false,
    model: 'stand-in/stand-in',
    small_model: 'stand-in/stand-in',
    provider: {
      'stand-in': {
        npm: '@ai-sdk/openai-compatible',
        name: 'Stand-in',
        options: { baseURL: `${baseUrl}/v1`, apiKey: 'stand-in' },
        models: { 'stand-in': { name: 'Stand-in' } },
      },
    },
    permission: { bash: 'ask' },
  });

const CHANGING: NonNullable<Recipe['changing']> = [
  // It asks for a title beside the first answer.
  [/^OC \| A stand-in title$/g, 'OpenCode'],
  [/^Kilo CLI \| A stand-in title$/g, 'Kilo CLI'],
  // The timeline has the time of each prompt.
  [/[ 1]\d:\d\d [AP]M\b/g, ' 9:00 AM'],
  [/Ask anything(…|\.\.\.) ".*?"/g, 'Ask anything$1 "Fix broken tests"'],
  [/ · \d+\.\ds\b\s*/g, ' · 1.0s  '],
  // Kilo Code's column at the right has the time, in two rows, and a speed.
  [/New session - [\d-]+T[\d:]+\./g, 'New session - 2026-01-01T09:00:00.'],
  [/ \d{3}Z$/g, ' 000Z'],
  [/Generation speed +[\d.]+ t\/s/g, 'Generation speed              6.0 t/s'],
  [/\bses_\w+/g, 'ses_0123456789abcdefABCDEFGHIJ'],
  [/^(\s+)[■⬝]{8}( {1,2}\S)/g, '$1⬝⬝⬝⬝⬝⬝⬝⬝$2'],
  [/retrying in \d+s attempt #\d+/g, 'retrying in 9s attempt #2'],
];

const RETRY: Run = {
  name: 'retry',
  steps: [
    { prompt: 'Fail [fail 429]', when: COMPOSER },
    { record: 'working-retry', when: /retrying/, expect: 'working' },
  ],
};

const PICKERS: Run = {
  name: 'pickers',
  steps: [
    { prompt: 'Hello', when: COMPOSER },
    { prompt: '/models', when: /Stand-in answer/ },
    { record: 'question-models', when: /Select model/, expect: 'question' },
    { press: '\x1b', when: /Select model/ },
    { prompt: '/timeline', when: /^(?![^]*Select model)/ },
    { record: 'question-timeline', when: /Timeline/, expect: 'question' },
    { press: '\x1b', when: /Timeline/ },
    { prompt: '/export', when: /^(?![^]*Timeline)/ },
    { record: 'question-export', when: /Export Options/, expect: 'question' },
  ],
};

/** The recipe of OpenCode, or of a CLI that is based on it. */
export function buildOpencodeRecipe({
  config,
  kept,
  prefix,
  afterRejection,
  ...cli
}: Member): Recipe {
  const quiet = { [kept]: JSON.stringify({ tips_hidden: true }) };
  return {
    ...cli,
    standIn: 'chat',
    env: () => ({
      [`${prefix}_DISABLE_MODELS_FETCH`]: '1',
      [`${prefix}_DISABLE_AUTOUPDATE`]: '1',
      [`${prefix}_DISABLE_LSP_DOWNLOAD`]: '1',
      [`${prefix}_DISABLE_DEFAULT_PLUGINS`]: '1',
    }),
    files: (place) => ({ ...quiet, [config]: settings(place) }),
    runs: [
      buildFirstRun(quiet),
      {
        name: 'work',
        steps: [
          { record: 'idle', when: COMPOSER, expect: 'idle' },
          { prompt: 'Wait [held]', when: COMPOSER },
          { record: 'working', when: /esc interrupt/, expect: 'working' },
          { finish: true },
          { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
          { prompt: 'Run [write]', when: COMPOSER },
          {
            record: 'permission',
            when: /Permission required/,
            expect: 'permission',
            cursor: 'hidden',
          },
          { press: '\r', when: /Permission required/ },
          { prompt: 'Ask [ask]', when: /the command has run/ },
          { record: 'question', when: /Which colour/, expect: 'question', cursor: 'hidden' },
          { press: '\r', when: /Which colour/ },
          { prompt: 'Fail [fail 400]', when: COMPOSER },
          { record: 'failed', when: /asked to fail/, expect: 'failed' },
          { prompt: '/exit', when: COMPOSER },
          { ends: true },
          { record: 'exit', when: /./, expect: 'unknown' },
        ],
      },
      RETRY,
      PICKERS,
      ...(afterRejection ? [buildRejection(afterRejection)] : []),
    ],
    changing: CHANGING,
  };
}

function buildRejection(steps: readonly Step[]): Run {
  return {
    name: 'rejection',
    steps: [
      { prompt: 'Run [write]', when: COMPOSER },
      { press: '\x1b[C', when: /Permission required/ },
      { press: '\x1b[C', when: /Permission required/ },
      { press: '\r', when: /Permission required/ },
      ...steps,
    ],
  };
}

function buildFirstRun(files: Readonly<Record<string, string>>): Run {
  return {
    name: 'first-run',
    files: () => files,
    steps: [
      { record: 'first-run', when: COMPOSER, expect: 'idle' },
      { prompt: '/connect', when: COMPOSER },
      { record: 'sign-in', when: /provider/i, expect: 'question' },
    ],
  };
}
