import type { Place, Recipe } from '../recipe';

const COMPOSER = /^│ ● ▋/m;

const config = ({ baseUrl }: Place) => `name: Stand-in
version: 1.0.0
schema: v1
models:
  - name: Stand-in
    provider: openai
    model: gpt-4.1
    apiBase: ${baseUrl}/v1
    apiKey: stand-in
    roles: [chat]
`;

export const continueRecipe: Recipe = {
  provider: 'continue',
  title: 'Continue CLI',
  version: '1.5.47',
  install: { name: '@continuedev/cli' },
  program: 'cn',
  standIn: 'chat',
  args: ({ home }) => ['--config', `${home}/config.yaml`],
  env: ({ home }) => ({
    NODE_OPTIONS: `--require ${home}/random.cjs`,
    CONTINUE_CLI_DISABLE_UPDATES: '1',
    CONTINUE_TELEMETRY_ENABLED: '0',
  }),
  files: (place) => ({
    'config.yaml': config(place),
    // It draws a tip above the first prompt if a random number is small.
    'random.cjs': 'const { random } = Math; Math.random = () => Math.max(random(), 0.2);',
  }),
  runs: [
    {
      name: 'sign-in',
      args: () => [],
      env: () => ({}),
      files: () => ({}),
      steps: [{ record: 'sign-in', when: /API key:/, expect: 'question' }],
    },
    {
      name: 'work',
      steps: [
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /esc to interrupt/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: /Would you like to continue/, expect: 'permission' },
        { press: '\t', when: /Would you like to continue/ },
        { prompt: 'Ask [ask]', when: /the command has run/ },
        { record: 'question', when: /Which colour/, expect: 'question' },
        { press: '\r', when: /Which colour/ },
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        { record: 'failed', when: /asked to fail/, expect: 'failed' },
        { prompt: '/exit', when: /asked to fail/ },
        { ends: true },
        { record: 'exit', when: /./, expect: 'skip' },
      ],
    },
    {
      name: 'retries',
      steps: [
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        // It tries nine times, ever more slowly.
        { record: 'working-retry', when: /Retrying request \(4/, expect: 'working' },
      ],
    },
    {
      name: 'pickers',
      steps: [
        { prompt: '/model', when: COMPOSER },
        { record: 'question-model', when: /Select Model/, expect: 'question' },
      ],
    },
  ],
  changing: [[/^ [⠀-⣿]+ {2}\( \d+s •/g, ' ⠿⠿⠿  ( 1s •']],
};
