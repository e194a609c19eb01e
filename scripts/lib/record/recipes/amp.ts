import type { Recipe } from '../recipe';

export const ampRecipe: Recipe = {
  provider: 'amp',
  title: 'Amp',
  // The programs of later versions are not in the registry.
  version: '0.0.1790142911-g7618fb',
  install: { name: '@ampcode/cli', allowScripts: ['@ampcode/cli'] },
  program: 'amp',
  standIn: 'none',
  env: () => ({ AMP_SKIP_UPDATE_CHECK: '1' }),
  runs: [
    {
      name: 'sign-in',
      steps: [{ record: 'sign-in', when: /\S/, expect: 'question' }],
    },
  ],
  absent: {
    'first-run': 'the sign-in is its first page',
    trust: 'needs an account',
    idle: 'needs an account',
    working: 'needs an account',
    permission: 'needs an account',
    question: 'needs an account',
    failed: 'needs an account',
    limited: 'needs an account',
    exit: 'leaves the sign-in',
  },
};
