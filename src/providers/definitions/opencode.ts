import { opencodeAnswers } from '../answers/opencode';
import { BARE_VERSION } from '../bareVersion';
import { opencodeEngine } from '../engines/opencode';
import { opencodeHooks } from '../hookFacts/opencode';
import { ESC } from '../keys';
import { ID, type ProviderDefinition } from '../providerDefinition';
import { opencodeStatus } from '../statusRules/opencode';
import { UNKNOWN_FACTS } from '../unknownProvider';

export const opencode: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'opencode',
  name: 'OpenCode',
  icon: 'terminal',
  docsUrl: 'https://opencode.ai/docs/cli/',
  install: { unix: 'npm install -g opencode-ai', windows: 'npm install -g opencode-ai' },
  cli: ['opencode'],
  versionProbe: { args: ['--version'], own: BARE_VERSION },
  verification: { kind: 'run', version: '1.18.33' },
  autoApprove: { kind: 'flag', args: ['--auto'] },
  // A positional argument is the project directory.
  initialPrompt: { kind: 'flag', flag: '--prompt' },
  conversations: { kind: 'byId', last: ['--continue'], resume: ['--session', ID] },
  fork: { kind: 'byId', args: ['--session', ID, '--fork'], newId: 'learned' },
  model: { kind: 'flag', flag: '-m' },
  env: {
    pass: [
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'GEMINI_API_KEY',
      'OPENCODE_CONFIG_DIR',
      'XDG_CONFIG_HOME',
      'OPENCODE_PERMISSION',
    ],
    strip: [],
    extra: {},
  },
  interrupt: [ESC, ESC],
  answers: opencodeAnswers,
  hooks: opencodeHooks,
  status: opencodeStatus,
  engine: opencodeEngine,
};
