import type { Recipe } from '../recipe';

/** With a model in its settings, Droid passes its sign-in. */
const NOT_YET = 'not recorded yet';

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
    'first-run': 'the sign-in is its first page',
    trust: NOT_YET,
    idle: NOT_YET,
    working: NOT_YET,
    permission: NOT_YET,
    question: NOT_YET,
    failed: NOT_YET,
    limited: NOT_YET,
    exit: 'leaves its last screen',
  },
};
