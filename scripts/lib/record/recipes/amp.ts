import type { Place, Recipe } from '../recipe';

const WELCOME = /Space to continue/;

/** It is signed in to the stand-in in the place of its server. */
const signedIn = ({ baseUrl }: Place) => ({
  AMP_API_KEY: 'stand-in',
  AMP_SKIP_UPDATE_CHECK: '1',
  AMP_URL: baseUrl,
});

/** A picture moves otherwise. */
const SETTINGS = { '.config/amp/settings.json': '{"amp.terminal.animation":false}' };
const WELCOMED = { '.local/share/amp/session.json': '{"neoWelcomeDismissed":true}' };

/** Only up to its composer: threads are objects of its server, with a protocol of its own. */
export const ampRecipe: Recipe = {
  provider: 'amp',
  title: 'Amp',
  // The programs of later versions are not in the registry.
  version: '0.0.1790142911-g7618fb',
  install: { name: '@ampcode/cli', allowScripts: ['@ampcode/cli'] },
  program: 'amp',
  standIn: 'amp',
  env: () => ({ AMP_SKIP_UPDATE_CHECK: '1' }),
  runs: [
    {
      name: 'sign-in',
      steps: [{ record: 'sign-in', when: /\S/, expect: 'question' }],
    },
    {
      name: 'exit',
      steps: [
        { press: 'n\r', when: /\[\(y\)es, \(n\)o\]/ },
        { ends: true },
        { record: 'exit', when: /\S/, expect: 'unknown' },
      ],
    },
    {
      name: 'first-run',
      env: signedIn,
      files: () => SETTINGS,
      steps: [
        { record: 'first-run', when: WELCOME, expect: 'question' },
        { press: ' ', when: WELCOME },
        { record: 'first-run-tips', when: /1\/5/, expect: 'question' },
      ],
    },
    {
      name: 'idle',
      env: signedIn,
      files: () => ({ ...SETTINGS, ...WELCOMED }),
      steps: [{ record: 'idle', when: /for commands/, expect: 'idle' }],
    },
  ],
};
