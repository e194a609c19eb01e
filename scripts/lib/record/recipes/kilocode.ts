import { buildOpencodeRecipe } from './opencodeFamily';

export const kilocodeRecipe = buildOpencodeRecipe({
  provider: 'kilocode',
  title: 'Kilo Code',
  version: '7.7.7',
  install: { name: '@kilocode/cli', allowScripts: ['@kilocode/cli'] },
  program: 'kilo',
  config: '.config/kilo/opencode.json',
  kept: '.local/state/kilo/kv.json',
  prefix: 'KILO',
  afterRejection: [
    { record: 'question-rejection', when: /Reject permission/, expect: 'question' },
    { press: '\r', when: /Reject permission/ },
    { record: 'idle-rejected', when: /ctrl\+p commands/, expect: 'idle' },
  ],
});
