import type { Recipe } from '../recipe';

const COMPOSER = /Type your message/;

export const qwenRecipe: Recipe = {
  provider: 'qwen',
  title: 'Qwen Code',
  version: '0.24.4',
  install: { name: '@qwen-code/qwen-code' },
  program: 'qwen',
  standIn: 'chat',
  args: () => ['--approval-mode', 'default'],
  env: ({ baseUrl }) => ({
    OPENAI_API_KEY: 'stand-in',
    OPENAI_BASE_URL: `${baseUrl}/v1`,
    OPENAI_MODEL: 'stand-in',
  }),
  files: () => ({
    '.qwen/settings.json': JSON.stringify({
      general: { enableAutoUpdate: false },
      tools: { useRipgrep: false },
      ui: { hideTips: true },
      ide: { hasSeenNudge: true },
    }),
  }),
  runs: [
    {
      name: 'first-run',
      env: () => ({}),
      steps: [{ record: 'sign-in', when: /Connect a Provider/, expect: 'question' }],
    },
    {
      name: 'work',
      steps: [
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /esc to cancel/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: /Allow once|Yes, allow/, expect: 'permission' },
        { press: '\r', when: /Allow once|Yes, allow/ },
        { prompt: 'Ask [ask]', when: /the command has run/ },
        { record: 'question', when: /Which colour/, expect: 'question' },
        { press: '\r', when: /Which colour/ },
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        { record: 'failed', when: /asked to fail/, expect: 'failed' },
        { prompt: '/quit', when: COMPOSER },
        { ends: true },
        { record: 'exit', when: /./, expect: 'unknown' },
      ],
    },
    {
      name: 'background',
      steps: [
        { prompt: 'Go on [background]', when: COMPOSER },
        { press: '\r', when: /Allow once|Yes, allow/ },
        { record: 'working-shell', when: /the command has run/, expect: 'working' },
      ],
    },
    {
      name: 'queued',
      steps: [
        { prompt: 'Wait [held]', when: COMPOSER },
        { prompt: 'Next', when: /esc to cancel/ },
        { record: 'working-queued', when: /to edit queued/, expect: 'working' },
      ],
    },
    {
      name: 'retry',
      steps: [
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'working-retry', when: /esc to cancel/, expect: 'working' },
      ],
    },
    {
      name: 'pickers',
      steps: [
        { prompt: '/skills', when: COMPOSER },
        { record: 'question-skills', when: /Manage Skills/, expect: 'question' },
      ],
    },
  ],
  changing: [[/^ {2}[⠀-⣿] .*\(\d+s · esc to cancel\)/g, '  ⠸ Working... (1s · esc to cancel)']],
};
