import type { Place, Recipe } from '../recipe';

const COMPOSER = /^\s*❯/m;

const settings = ({ baseUrl }: Place) => ({
  version: 1,
  lastUsedProvider: 'openai-compatible',
  modes: {},
  providers: {
    'openai-compatible': {
      settings: {
        provider: 'openai-compatible',
        apiKey: 'stand-in',
        model: 'stand-in',
        baseUrl: `${baseUrl}/v1`,
      },
      updatedAt: '2026-01-01T00:00:00.000Z',
      tokenSource: 'manual',
    },
  },
});

export const clineRecipe: Recipe = {
  provider: 'cline',
  title: 'Cline',
  version: '3.0.65',
  install: { name: 'cline' },
  program: 'cline',
  standIn: 'chat',
  pastes: true,
  args: () => ['-i', '--auto-approve', 'false'],
  env: () => ({ CLINE_NO_AUTO_UPDATE: '1' }),
  files: (place) => ({
    '.cline/data/settings/providers.json': JSON.stringify(settings(place)),
  }),
  runs: [
    {
      name: 'sign-in',
      files: () => ({}),
      steps: [{ record: 'sign-in', when: /Sign in with Cline/, expect: 'question' }],
    },
    {
      name: 'work',
      steps: [
        { record: 'first-run', when: /any other key to close/, expect: 'skip' },
        { press: ' ', when: /any other key to close/ },
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /esc to cancel/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: /\[y\] Approve/, expect: 'permission' },
        { press: 'y', when: /\[y\] Approve/ },
        { prompt: 'Ask [ask]', when: /the command has run[^]*^\s*❯/m },
        { record: 'question', when: /Which colour/, expect: 'question' },
        { press: '\r', when: /Which colour/ },
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        { record: 'failed', when: /asked to fail/, expect: 'failed' },
        { press: '\x03', when: COMPOSER },
        { ends: true },
        { record: 'exit', when: /Session Summary/, expect: 'unknown' },
      ],
    },
    {
      name: 'queued',
      steps: [
        { press: ' ', when: /any other key to close/ },
        { prompt: 'Wait [held]', when: COMPOSER },
        { prompt: 'Next', when: /esc to cancel/ },
        { record: 'working-queued', when: /Queued messages/, expect: 'working' },
      ],
    },
    {
      name: 'answer',
      steps: [
        { press: ' ', when: /any other key to close/ },
        { prompt: 'Tell [paused]', when: COMPOSER },
        { record: 'working-answer', when: /^ . Stand-in/m, expect: 'working' },
      ],
    },
    {
      name: 'retry',
      steps: [
        { press: ' ', when: /any other key to close/ },
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'working-retry', when: /esc to cancel/, expect: 'working' },
      ],
    },
    {
      name: 'pickers',
      steps: [
        { press: ' ', when: /any other key to close/ },
        { prompt: 'Hello', when: COMPOSER },
        { prompt: '/history', when: /Stand-in answer/ },
        {
          record: 'question-history',
          when: /Session History/,
          expect: 'question',
          cursor: 'hidden',
        },
      ],
    },
  ],
  changing: [
    [/^ [⠀-⣿] /g, ' ⠏ '],
    [/\b\d{13}_[0-9a-z]{5}\b/g, '1767225600000_abcde'],
    [/^( *Duration {2})\d+s$/g, '$120s'],
  ],
};
