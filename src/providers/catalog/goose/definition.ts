import { CTRL_C } from '../../model/keys';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const goose: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'goose',
  name: 'Goose',
  icon: 'feedback',
  docsUrl: 'https://goose-docs.ai/docs/quickstart/',
  install: {
    unix: 'curl -fsSL https://github.com/aaif-goose/goose/releases/download/stable/download_cli.sh | bash',
    windows: undefined,
  },
  cli: ['goose'],
  versionProbe: { args: ['--version'], own: undefined, namesake: /^goose version: v\d/m },
  subcommand: ['session'],
  // `goose run -s` stays interactive after the prompt.
  initialPrompt: { kind: 'flag', flag: '-t', subcommand: ['run', '-s'] },
  // By the name that it accepts for a session, as documented. Without a name it resumes the latest
  // of all directories.
  conversations: {
    kind: 'chooseId',
    last: undefined,
    resume: ['--resume', '--name', ID],
    create: ['--name', ID],
    existingId: 'unknown',
  },
  model: { kind: 'env', name: 'GOOSE_MODEL' },
  env: { pass: ['GOOSE_PROVIDER', 'GOOSE_MODEL', 'GOOSE_MODE'], strip: [], extra: {} },
  interrupt: [CTRL_C],
};
