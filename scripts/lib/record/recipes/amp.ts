import type { Recipe } from '../recipe';

/** Threads are objects of its server, with a protocol of its own. */
const NEEDS_SERVER = 'needs its own server';

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
    {
      name: 'exit',
      steps: [
        { press: 'n\r', when: /\[\(y\)es, \(n\)o\]/ },
        { ends: true },
        { record: 'exit', when: /\S/, expect: 'unknown' },
      ],
    },
  ],
  absent: {
    'first-run': NEEDS_SERVER,
    trust: NEEDS_SERVER,
    idle: NEEDS_SERVER,
    working: NEEDS_SERVER,
    permission: NEEDS_SERVER,
    question: NEEDS_SERVER,
    failed: NEEDS_SERVER,
    limited: NEEDS_SERVER,
  },
};
