import type { Place, Recipe } from '../recipe';

const COMPOSER = /\? help|\/ commands/;
const DIALOG = /enter to select/;

const config = (settings: object) => ({
  '.copilot/config.json': JSON.stringify(settings),
  // Otherwise it says so, before or after its tip.
  'app/.github/copilot-instructions.md': 'Be brief.\n',
});

const env = ({ baseUrl }: Place) => ({
  COPILOT_PROVIDER_BASE_URL: `${baseUrl}/v1`,
  COPILOT_PROVIDER_API_KEY: 'stand-in',
  COPILOT_MODEL: 'stand-in',
  // Otherwise it warns of an unknown model, before or after its other messages.
  COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '100000',
  COPILOT_PROVIDER_MAX_OUTPUT_TOKENS: '10000',
  COPILOT_OFFLINE: 'true',
  COPILOT_AUTO_UPDATE: 'false',
});

export const copilotRecipe: Recipe = {
  provider: 'copilot',
  title: 'GitHub Copilot CLI',
  version: '1.0.102',
  install: { name: '@github/copilot' },
  program: 'copilot',
  standIn: 'chat',
  env,
  files: ({ folder }) => config({ trustedFolders: [folder], banner: 'never' }),
  runs: [
    {
      name: 'sign-in',
      env: () => ({ COPILOT_AUTO_UPDATE: 'false' }),
      steps: [
        { prompt: '/login', when: COMPOSER },
        { record: 'sign-in', when: /log into/, expect: 'question', cursor: 'hidden' },
      ],
    },
    {
      name: 'trust',
      files: () => config({ banner: 'never' }),
      steps: [{ record: 'trust', when: /Confirm folder trust/, expect: 'trust', cursor: 'hidden' }],
    },
    {
      name: 'work',
      steps: [
        { record: 'idle', when: COMPOSER, expect: 'idle' },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /Working/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: DIALOG, expect: 'permission', cursor: 'hidden' },
        { press: '\r', when: DIALOG },
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
    {
      name: 'background',
      steps: [
        { prompt: 'Go on [background]', when: COMPOSER },
        { press: '\r', when: DIALOG },
        { record: 'working-shell', when: /the command has run/, expect: 'working' },
      ],
    },
    {
      name: 'limited',
      steps: [
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'limited', when: /Last\s+error:\s+429/, expect: 'limited' },
      ],
    },
  ],
  changing: [
    [/ \d\d:\d\d(?= |$)/g, ' 12:00'],
    [/^ [○◎●◉] Working/g, ' ● Working'],
    [/Duration {3}\d+s/g, 'Duration   1s'],
    [/(time:|retry wait) \d+\.\d+ seconds/g, '$1 50.00 seconds'],
  ],
};
