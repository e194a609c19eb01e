import { qoderAnswers } from './answers';
import { BARE_VERSION } from '../../launch/bareVersion';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { qoderStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const qoder: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'qoder',
  name: 'Qoder CLI',
  icon: 'symbol-method',
  docsUrl: 'https://qoder.com/en/cli',
  install: {
    unix: 'curl -fsSL https://qoder.com/install | bash',
    windows: 'npm install -g @qoder-ai/qodercli',
  },
  cli: ['qodercli', 'qoder'],
  versionProbe: { args: ['--version'], own: BARE_VERSION },
  verification: { kind: 'help', version: '1.1.52' },
  autoApprove: { kind: 'flag', args: ['--dangerously-skip-permissions'] },
  // Of its --help.
  permissionModes: { kind: 'flag', flags: ['--permission-mode'], asking: ['default', 'dont_ask'] },
  initialPrompt: {
    kind: 'positional',
    separator: 'none',
    subcommands: [
      'mcp',
      'plugins',
      'plugin',
      'skills',
      'skill',
      'hooks',
      'hook',
      'agents',
      'agent',
      'login',
      'commit',
      'rollback',
      'update',
      'remote-control',
      'status',
      'security',
      'feedback',
      'help',
    ],
  },
  conversations: {
    kind: 'chooseId',
    last: ['--continue'],
    resume: ['--resume', ID],
    create: ['--session-id', ID],
    existingId: 'unknown',
  },
  fork: { kind: 'byId', args: ['--resume', ID, '--fork-session'], newId: 'generated' },
  model: { kind: 'flag', flag: '-m' },
  status: qoderStatus,
  answers: qoderAnswers,
};
