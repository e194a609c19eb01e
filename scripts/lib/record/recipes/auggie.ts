import type { Recipe } from '../recipe';
import { BEHIND_SIGN_IN } from './behindSignIn';

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
  absent: { ...BEHIND_SIGN_IN, exit: 'leaves its last screen' },
};
