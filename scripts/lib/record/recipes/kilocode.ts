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
});
