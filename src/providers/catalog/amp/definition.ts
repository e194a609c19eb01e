import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { ampStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const amp: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'amp',
  name: 'Amp',
  icon: 'zap',
  docsUrl: 'https://ampcode.com/manual#install',
  install: { unix: 'npm install -g @ampcode/cli', windows: 'npm install -g @ampcode/cli' },
  cli: ['amp'],
  versionProbe: { args: ['--version'], own: /^\d+\.\d+\.\d+-g[0-9a-f]+/m },
  verification: { kind: 'help', version: '0.0.1790142911-g7618fb' },
  autoApprove: { kind: 'flag', args: ['--dangerously-allow-all'] },
  // Tested: `--last` continues the latest thread of the checkout, of which all folders share one file
  // with its id. A worktree has its own.
  conversations: {
    kind: 'byId',
    last: ['threads', 'continue', '--last'],
    lastReach: 'repository',
    resume: ['threads', 'continue', ID],
  },
  model: { kind: 'flag', flag: '-m' },
  env: { pass: ['AMP_API_KEY', 'AMP_URL', 'AMP_SETTINGS_FILE'], strip: [], extra: {} },
  status: ampStatus,
};
