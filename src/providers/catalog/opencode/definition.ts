import { opencodeAnswers } from './answers';
import { BARE_VERSION } from '../../launch/bareVersion';
import { opencodeEngine } from './engine';
import { opencodeHooks } from './hooks';
import { ESC } from '../../model/keys';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { opencodeStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

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
  conversations: {
    kind: 'byId',
    last: ['--continue'],
    lastReach: 'repository',
    resume: ['--session', ID],
  },
  fork: { kind: 'byId', args: ['--session', ID, '--fork'], newId: 'generated' },
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
  submit: { ...UNKNOWN_FACTS.submit, lineFeed: 'neverSubmits' },
  interrupt: [ESC, ESC],
  answers: opencodeAnswers,
  hooks: opencodeHooks,
  status: opencodeStatus,
  engine: opencodeEngine,
};
