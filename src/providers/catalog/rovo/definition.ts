import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const rovo: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'rovo',
  name: 'Rovo Dev',
  icon: 'checklist',
  docsUrl: 'https://support.atlassian.com/rovo/docs/install-and-run-rovo-dev-cli-on-your-device/',
  install: undefined,
  cli: ['acli'],
  subcommand: ['rovodev', 'run'],
  autoApprove: { kind: 'flag', args: ['--yolo'] },
};
