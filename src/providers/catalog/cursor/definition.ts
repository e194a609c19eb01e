import { CTRL_C } from '../../model/keys';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const cursor: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'cursor',
  name: 'Cursor Agent',
  icon: 'inspect',
  docsUrl: 'https://cursor.com/docs/cli/overview',
  install: {
    unix: 'curl https://cursor.com/install -fsS | bash',
    windows: `powershell -c "irm 'https://cursor.com/install?win32=true' | iex"`,
  },
  cli: ['cursor-agent', 'agent'],
  autoApprove: { kind: 'flag', args: ['--force'] },
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  conversations: { kind: 'byId', last: ['--continue'], resume: ['--resume', ID] },
  model: { kind: 'flag', flag: '--model' },
  env: { pass: ['CURSOR_API_KEY'], strip: [], extra: {} },
  interrupt: [CTRL_C],
};
