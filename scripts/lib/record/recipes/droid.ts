import type { Recipe } from '../recipe';
import { BEHIND_SIGN_IN } from './behindSignIn';

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
  absent: { ...BEHIND_SIGN_IN, exit: 'leaves its last screen' },
};
