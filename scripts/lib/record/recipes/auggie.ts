import type { Place, Recipe } from '../recipe';

const COMPOSER = /^ \? to show shortcuts/m;
/** The last row of its question about the index of the folder; 4 is no index for now. */
const SKIP_INDEX = /directly • Esc to skip/;
const PERMISSION = /Tool Approval Required/;

/** It is signed in to the stand-in in the place of its server. */
const env = ({ baseUrl }: Place) => ({
  AUGMENT_DISABLE_AUTO_UPDATE: '1',
  AUGMENT_SESSION_AUTH: JSON.stringify({
    accessToken: 'stand-in',
    tenantURL: `${baseUrl}/`,
    scopes: ['email'],
  }),
});

/** It runs commands without asking unless its settings tell it to ask. */
const SETTINGS = {
  toolPermissions: [{ toolName: 'launch-process', permission: { type: 'ask-user' } }],
};

/** Its welcome has been shown. */
const WELCOMED = { onboardingVersion: '1.0.0' };

export const auggieRecipe: Recipe = {
  provider: 'auggie',
  title: 'Auggie',
  version: '0.36.0',
  install: { name: '@augmentcode/auggie' },
  program: 'auggie',
  standIn: 'auggie',
  env,
  files: () => ({
    '.augment/settings.json': JSON.stringify(SETTINGS),
    '.augment/.auggie.json': JSON.stringify(WELCOMED),
  }),
  runs: [
    {
      name: 'sign-in',
      files: () => ({}),
      env: () => ({ AUGMENT_DISABLE_AUTO_UPDATE: '1' }),
      steps: [{ record: 'sign-in', when: /Login to continue/, expect: 'question' }],
    },
    {
      name: 'first-run',
      files: () => ({}),
      steps: [
        { record: 'first-run', when: /Commands run automatically/, expect: 'question' },
        { press: '\r', when: /Commands run automatically/ },
        { record: 'first-run-tips', when: /New lines in input/, expect: 'question' },
        { press: '\x1b', when: /New lines in input/ },
        { record: 'first-run-index', when: SKIP_INDEX, expect: 'question' },
        { press: '4', when: SKIP_INDEX },
        { record: 'idle', when: COMPOSER, expect: 'idle' },
      ],
    },
    {
      name: 'indexing',
      args: () => ['--allow-indexing'],
      steps: [{ record: 'idle-indexing', when: /Preparing your workspace/, expect: 'idle' }],
    },
    {
      name: 'work',
      steps: [
        { press: '4', when: SKIP_INDEX },
        { prompt: 'Wait [held]', when: COMPOSER },
        { record: 'working', when: /esc to interrupt/, expect: 'working' },
        { finish: true },
        { record: 'idle-answer', when: /Stand-in answer/, expect: 'idle' },
        { prompt: 'Run [write]', when: COMPOSER },
        { record: 'permission', when: PERMISSION, expect: 'permission' },
        { press: 'a', when: PERMISSION },
        { prompt: 'Run [write]', when: /the command has run/ },
        { press: 'd', when: PERMISSION },
        { record: 'idle-denied', when: /Permission Denied/, expect: 'idle' },
        { prompt: 'Fail [fail 400]', when: COMPOSER },
        { record: 'failed', when: /API Error/, expect: 'failed' },
        { press: '/', when: COMPOSER },
        { press: 'permissions', when: /Enter command/ },
        { press: '\r', when: /Manage tool permissions/ },
        { record: 'idle-permissions', when: /Tool Name/, expect: 'question' },
      ],
    },
    {
      name: 'retry',
      steps: [
        { press: '4', when: SKIP_INDEX },
        { prompt: 'Fail [fail 429]', when: COMPOSER },
        { record: 'working-retry', when: /Rate limit reached/, expect: 'working' },
      ],
    },
  ],
  changing: [
    [/\bRetrying in \d+s/g, 'Retrying in 10s'],
    [/^ [⠀-⣿] (?=\S)/g, ' ⠋ '],
    [/\(\d+s • esc to interrupt\)/g, '(1s • esc to interrupt)'],
  ],
};
