import type { Recipe } from '../recipe';

const COMPOSER = /\d%\/\d+k/;

export const piRecipe: Recipe = {
  provider: 'pi',
  title: 'Pi',
  version: '0.74.2',
  install: { name: '@earendil-works/pi-coding-agent' },
  program: 'pi',
  standIn: 'messages',
  env: () => ({ PI_OFFLINE: '1' }),
  files: ({ baseUrl }) => ({
    '.pi/agent/models.json': JSON.stringify({
      providers: {
        'stand-in': {
          baseUrl,
          api: 'anthropic-messages',
          apiKey: 'stand-in',
          models: [{ id: 'stand-in' }],
        },
      },
    }),
    '.pi/agent/settings.json': JSON.stringify({
      defaultProvider: 'stand-in',
      defaultModel: 'stand-in',
      quietStartup: true,
      retry: { enabled: false },
    }),
    // Otherwise it names the ones that a machine lacks.
    '.pi/agent/bin/fd': '',
    '.pi/agent/bin/rg': '',
  }),
  runs: [
    {
      name: 'sign-in',
      steps: [
        { prompt: '/login', when: COMPOSER },
        { record: 'sign-in', when: /Select/, expect: 'question' },
      ],
    },
    {
      name: 'work',
      steps: [
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /Working\.\.\./, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        { record: 'failed', when: /asked to fail/, expect: 'failed' },
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'limited', when: /429[^]*asked to fail/, expect: 'limited' },
        { prompt: '/quit', when: COMPOSER },
        { ends: true },
        // Its last screen remains.
        { record: 'exit', when: /./, expect: 'limited' },
      ],
    },
    {
      name: 'pickers',
      steps: [
        { prompt: 'Hello', when: COMPOSER },
        { prompt: '/model', when: /Stand-in answer/ },
        { record: 'question-model', when: /Model Name: /, expect: 'question' },
        { press: '\x1b', when: /Model Name: / },
        { prompt: '/resume', when: COMPOSER },
        { record: 'question-resume', when: /Resume Session/, expect: 'question' },
        { press: '\x1b', when: /Resume Session/ },
        { prompt: '/tree', when: COMPOSER },
        { record: 'question-tree', when: /Session Tree/, expect: 'question' },
        { press: '\x1b', when: /Session Tree/ },
        { prompt: '/settings', when: COMPOSER },
        { record: 'question-settings', when: /Auto-compact/, expect: 'question' },
      ],
    },
  ],
  changing: [[/^ [⠀-⣿] Working/g, ' ⠦ Working']],
};
