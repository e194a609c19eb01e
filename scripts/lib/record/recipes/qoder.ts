import type { Recipe } from '../recipe';

/** A token for its sign-in is exchanged at its own server, by its own protocol. */
const NEEDS_SERVER = 'needs its own server';

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
    idle: NEEDS_SERVER,
    working: NEEDS_SERVER,
    permission: NEEDS_SERVER,
    question: NEEDS_SERVER,
    failed: NEEDS_SERVER,
    limited: NEEDS_SERVER,
    exit: 'leaves its last screen',
  },
};
