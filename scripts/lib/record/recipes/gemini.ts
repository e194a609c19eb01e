import type { Recipe } from '../recipe';

const COMPOSER = /Type your message/;

const settings = (more: object) =>
  JSON.stringify({
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    ui: { hideTips: true },
    ide: { hasSeenNudge: true },
    ...more,
  });

export const geminiRecipe: Recipe = {
  provider: 'gemini',
  title: 'Gemini CLI',
  version: '0.61.0',
  install: { name: '@google/gemini-cli' },
  program: 'gemini',
  standIn: 'gemini',
  env: ({ baseUrl }) => ({
    GEMINI_API_KEY: 'stand-in',
    GOOGLE_GEMINI_BASE_URL: baseUrl,
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  files: ({ folder }) => ({
    '.gemini/settings.json': settings({
      security: { auth: { selectedType: 'gemini-api-key' } },
    }),
    '.gemini/trustedFolders.json': JSON.stringify({ [folder]: 'TRUST_FOLDER' }),
  }),
  runs: [
    {
      name: 'trust',
      env: () => ({}),
      files: () => ({ '.gemini/settings.json': settings({}) }),
      steps: [
        { record: 'trust', when: /trust/i, expect: 'trust' },
        { press: '\r', when: /trust/i },
        { record: 'sign-in', when: /How would you like to authenticate/, expect: 'question' },
      ],
    },
    {
      name: 'work',
      steps: [
        { record: 'first-run', when: /Authenticated[^]*keybindings/, expect: 'question' },
        { press: '2', when: /keybindings/ },
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /esc to cancel/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /✦ Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: /Allow once/, expect: 'permission' },
        { press: '\r', when: /Allow once/ },
        { prompt: 'Ask [ask]', when: /the command has run/ },
        { record: 'question', when: /Which colour/, expect: 'question' },
        { press: '\r', when: /Which colour/ },
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        { record: 'failed', when: /✕[^]*Type your message/, expect: 'failed' },
        { prompt: '/quit', when: COMPOSER },
        { ends: true },
        { record: 'exit', when: /./, expect: 'unknown' },
      ],
    },
    {
      name: 'background',
      steps: [
        { press: '2', when: /Authenticated[^]*keybindings/ },
        { prompt: 'Go on [background]', when: COMPOSER },
        { press: '\r', when: /Allow once/ },
        { record: 'working-shell', when: /the command has run/, expect: 'working' },
      ],
    },
    {
      name: 'retry',
      steps: [
        { press: '2', when: /Authenticated[^]*keybindings/ },
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'working-retry', when: /esc to cancel/, expect: 'working' },
      ],
    },
    {
      name: 'model',
      steps: [
        { press: '2', when: /Authenticated[^]*keybindings/ },
        { prompt: '/model set no-such-model', when: COMPOSER },
        { prompt: 'Hello [fail 404]', when: /Model set to no-such-model[^]*Type your message/ },
        { record: 'question-model', when: /Keep trying/, expect: 'question' },
      ],
    },
    {
      name: 'pickers',
      steps: [
        { press: '2', when: /Authenticated[^]*keybindings/ },
        { prompt: 'Hello', when: COMPOSER },
        { prompt: '/resume', when: /Stand-in answer[^]*Type your message/ },
        { record: 'question-resume', when: /Chat Sessions/, expect: 'question' },
      ],
    },
  ],
  changing: [
    [/^.*\(esc to cancel, \d+s\)/g, ' ⠏ Working… (esc to cancel, 1s)'],
    [/\(rec\d\)/g, '(dev) '],
    [/│ \d{1,2}s +│/g, '│ 2s   │'],
    [/^│ {2}(Wall Time|Agent Active|  » API Time|  » Tool Time):.*$/g, '│  $1: 1s'],
  ],
};
