import type { Recipe } from '../recipe';

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
    idle: 'needs an account',
    working: 'needs an account',
    permission: 'needs an account',
    question: 'needs an account',
    failed: 'needs an account',
    limited: 'needs an account',
    exit: 'leaves its last screen',
  },
};
