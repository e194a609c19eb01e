import type { Recipe } from '../recipe';

/** A token for its sign-in is exchanged at its own server, by its own protocol. */
const NEEDS_ACCOUNT = 'needs an account';

export const qoderRecipe: Recipe = {
  provider: 'qoder',
  title: 'Qoder CLI',
  version: '1.1.52',
  install: { name: '@qoder-ai/qodercli' },
  program: 'qodercli',
  standIn: 'none',
  runs: [
    {
      name: 'sign-in',
      steps: [
        { record: 'trust', when: /Do you trust/, expect: 'trust' },
        { press: '\r', when: /Do you trust/ },
        {
          record: 'sign-in',
          when: /^(?![^]*Do you trust)[^]*(?:[Ll]ogin|[Ss]ign)/,
          expect: 'question',
        },
      ],
    },
  ],
  absent: {
    'first-run': 'the trust dialog is its first page',
    idle: NEEDS_ACCOUNT,
    working: NEEDS_ACCOUNT,
    permission: NEEDS_ACCOUNT,
    question: NEEDS_ACCOUNT,
    failed: NEEDS_ACCOUNT,
    limited: NEEDS_ACCOUNT,
    exit: 'leaves its last screen',
  },
};
