import type { Recipe } from '../recipe';

const COMPOSER = /^\s*│ ❯/m;

export const grokRecipe: Recipe = {
  provider: 'grok',
  title: 'Grok',
  version: '1.0.41',
  install: { name: '@xai-official/grok' },
  program: 'grok',
  standIn: 'chat',
  pastes: true,
  env: ({ baseUrl }) => ({
    XAI_API_KEY: 'stand-in',
    GROK_MODELS_BASE_URL: `${baseUrl}/v1`,
    GROK_DISABLE_AUTOUPDATER: '1',
    GROK_TELEMETRY_ENABLED: 'false',
  }),
  runs: [
    {
      name: 'work',
      steps: [
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /Waiting for response/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: /Yes, proceed/, expect: 'permission', cursor: 'hidden' },
        { press: '2', when: /Yes, proceed/ },
        { prompt: 'Ask [ask]', when: /the command has run[^]*│ ❯/ },
        { record: 'question', when: /Which colour/, expect: 'question', cursor: 'hidden' },
        { press: '1', when: /Which colour/ },
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        // The title names the end of the request a while later.
        { press: 'x', when: /Bad request/ },
        { press: '\x7f', when: /│ ❯ x/ },
        { record: 'failed', when: /Bad request/, expect: 'failed' },
      ],
    },
    {
      name: 'retry',
      steps: [
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'working-retry', when: /Rate limited/, expect: 'working' },
      ],
    },
    {
      name: 'exit',
      steps: [
        { prompt: '/exit', when: COMPOSER },
        { ends: true },
        { record: 'exit', when: /./, expect: 'unknown' },
      ],
    },
    {
      name: 'pickers',
      steps: [
        { prompt: 'Hello', when: COMPOSER },
        { prompt: '/rewind', when: /Stand-in answer[^]*│ ❯/ },
        { record: 'question-rewind', when: /Rewind to which turn/, expect: 'question' },
        { press: '\x1b', when: /Rewind to which turn/ },
        { prompt: '/resume', when: COMPOSER },
        { record: 'question-resume', when: /Resume session/, expect: 'question' },
      ],
    },
  ],
  changing: [
    // The list of sessions names their folders so.
    [/\brec\d-app\b/g, 'home-app'],
    [/[⠀-⣿] /g, '⠏ '],
    [/Worked for \d+(?:\.\d)?s/g, 'Worked for 1s'],
    [/Retrying \(\d+\//g, 'Retrying (1/'],
    [/\(attempt \d+\)/g, '(attempt 1)'],
    [/ (?:\d+m)?\d+(?:\.\d)?s +(?:\d+m)?\d+(?:\.\d)?s(?= |$)/g, ' 1s          1s'],
    [/ {2}\d:\d\d [AP]M$| \d\d:\d\d [AP]M$/g, '  9:00 AM'],
  ],
};
