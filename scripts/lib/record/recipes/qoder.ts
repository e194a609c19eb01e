import type { Recipe } from '../recipe';

/** Only its sign-in: the token is exchanged at its own server, by its own protocol. */
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
};
