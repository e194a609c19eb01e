import type { Recipe } from '../recipe';

export const auggieRecipe: Recipe = {
  provider: 'auggie',
  title: 'Auggie',
  version: '0.36.0',
  install: { name: '@augmentcode/auggie' },
  program: 'auggie',
  standIn: 'none',
  env: () => ({ AUGMENT_DISABLE_AUTO_UPDATE: '1' }),
  runs: [
    {
      name: 'sign-in',
      steps: [{ record: 'sign-in', when: /Login to continue/, expect: 'question' }],
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
