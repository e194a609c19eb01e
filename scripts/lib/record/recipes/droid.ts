import type { Place, Recipe } from '../recipe';

const COMPOSER = /^│ > /m;
const PERMISSION = /Esc cancel/;

const env = () => ({ FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' });

/** Without a network and with a key it has no sign-in, and its models are those of its settings. */
const offline = () => ({ ...env(), FACTORY_AIRGAP_ENABLED: '1', FACTORY_API_KEY: 'stand-in' });

const settings = (baseUrl: string, known: object = {}) => ({
  '.factory/settings.json': JSON.stringify({
    ...known,
    logoAnimation: 'off',
    customModels: [
      {
        model: 'stand-in',
        displayName: 'Stand-in',
        baseUrl: `${baseUrl}/v1`,
        apiKey: 'stand-in',
        provider: 'generic-chat-completion-api',
      },
    ],
  }),
});

/** The files of a person who has answered its first questions. */
const answered = ({ folder, baseUrl }: Place) =>
  settings(baseUrl, {
    ideExtensionPromptedAt: { vscode: 1 },
    trustedFolders: { [folder]: { trustedAt: '2026-01-01T00:00:00.000Z' } },
  });

export const droidRecipe: Recipe = {
  provider: 'droid',
  title: 'Factory Droid',
  version: '0.215.0',
  install: { name: 'droid' },
  program: 'droid',
  standIn: 'chat',
  env: offline,
  files: answered,
  runs: [
    {
      name: 'sign-in',
      env,
      files: () => ({}),
      steps: [{ record: 'sign-in', when: /Login/, expect: 'question' }],
    },
    {
      name: 'trust',
      files: ({ baseUrl }) => settings(baseUrl),
      steps: [
        { record: 'trust', when: /Enter to confirm/, expect: 'trust' },
        { press: '\r', when: /Enter to confirm/ },
        { record: 'question-extension', when: /Press Y\/N/, expect: 'question' },
      ],
    },
    {
      name: 'work',
      steps: [
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /Thinking\.\.\. +\(Press ESC/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: PERMISSION, expect: 'permission' },
        { press: '\r', when: PERMISSION },
        { prompt: 'Ask [ask]', when: /the command has run/ },
        { record: 'question', when: /ESC stop agent/, expect: 'question' },
        { press: '\r', when: /ESC stop agent/ },
        { prompt: 'Run [write]', when: COMPOSER },
        { press: '\x1b', when: PERMISSION },
        { record: 'idle-denied', when: /Interrupted/, expect: 'idle' },
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        { record: 'failed', when: /asked to fail/, expect: 'failed' },
        { prompt: '/quit', when: COMPOSER },
        { ends: true },
      ],
    },
    {
      name: 'limited',
      steps: [
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'limited', when: /Error: 429/, expect: 'limited' },
      ],
    },
  ],
  changing: [
    // Its tips and its examples of prompts differ by start.
    [/^ *TIP: .*/g, '  TIP: Use /review to start a code review'],
    [/(?<=^│ > Try ".*)[^│]/g, ' '],
    [/^ [⠀-⣿](?= \S.* \(Press ESC to stop\)$)/g, ' ⣾'],
    // It looks for the extension of the editor, and shows the time of the model from ten seconds.
    [/^(?:\[⏱ [^\]]+\] )?\? for help +.*/g, '? for help  /ide for VS Code'],
  ],
};
