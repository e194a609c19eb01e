import { ESC } from '../keys';
import { ID, type ProviderDefinition } from '../providerDefinition';
import { UNKNOWN_FACTS } from '../unknownProvider';

export const codex: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'codex',
  name: 'Codex',
  icon: 'code',
  docsUrl: 'https://github.com/openai/codex',
  install: {
    unix: 'npm install -g @openai/codex',
    windows:
      'powershell -ExecutionPolicy ByPass -c "irm https://chatgpt.com/codex/install.ps1 | iex"',
  },
  cli: ['codex'],
  versionProbe: { args: ['--version'], own: /^codex-cli \d/m },
  verification: { kind: 'run', version: '0.169.0' },
  // Its shared background server outlives the TUI and runs the tools and hooks of every later TUI
  // with the environment of the first.
  defaultArgs: ['--no-daemon'],
  autoApprove: { kind: 'flag', args: ['--dangerously-bypass-approvals-and-sandbox'] },
  initialPrompt: { kind: 'positional', separator: 'guardsAll' },
  conversations: { kind: 'byId', last: ['resume', '--last'], resume: ['resume', ID] },
  fork: { kind: 'byId', args: ['fork', ID], newId: 'learned' },
  model: { kind: 'flag', flag: '-m' },
  env: { pass: ['OPENAI_API_KEY', 'CODEX_ACCESS_TOKEN', 'CODEX_HOME'], strip: [], extra: {} },
  interrupt: [ESC],
};
