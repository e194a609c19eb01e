import { kilocodeAnswers } from './answers';
import { BARE_VERSION } from '../../launch/bareVersion';
import { kilocodeHooks } from './hooks';
import { ESC } from '../../model/keys';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { opencodeEngine } from '../opencode/engine';
import { opencodeStatus } from '../opencode/status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const kilocode: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'kilocode',
  name: 'Kilo Code',
  icon: 'dashboard',
  docsUrl: 'https://kilo.ai/docs/cli',
  install: { unix: 'npm install -g @kilocode/cli', windows: 'npm install -g @kilocode/cli' },
  cli: ['kilo', 'kilocode'],
  versionProbe: { args: ['--version'], own: BARE_VERSION },
  verification: { kind: 'run', version: '7.7.7' },
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
  env: { pass: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY'], strip: [], extra: {} },
  interrupt: [ESC, ESC],
  answers: kilocodeAnswers,
  hooks: kilocodeHooks,
  status: opencodeStatus,
  // Its answers on the screen and its list of models were compared with those of OpenCode.
  engine: opencodeEngine,
};
