import { buildOpencodeRecipe } from './opencodeFamily';

export const opencodeRecipe = buildOpencodeRecipe({
  provider: 'opencode',
  title: 'OpenCode',
  version: '1.18.33',
  install: { name: 'opencode-ai', allowScripts: ['opencode-ai'] },
  program: 'opencode',
  config: '.config/opencode/opencode.json',
  kept: '.local/state/opencode/kv.json',
  prefix: 'OPENCODE',
});
