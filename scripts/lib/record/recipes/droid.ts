import type { Recipe } from '../recipe';

export const droidRecipe: Recipe = {
  provider: 'droid',
  title: 'Factory Droid',
  version: '0.215.0',
  install: { name: 'droid' },
  program: 'droid',
  standIn: 'none',
  env: () => ({ FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' }),
  runs: [
    {
      name: 'sign-in',
      steps: [{ record: 'sign-in', when: /Login/, expect: 'question' }],
    },
  ],
  absent: {
    exit: 'leaves the sign-in',
    'first-run': 'the sign-in is its first page',
    trust: 'needs an account',
    idle: 'needs an account',
    working: 'needs an account',
    permission: 'needs an account',
    question: 'needs an account',
    failed: 'needs an account',
    limited: 'needs an account',
  },
};
