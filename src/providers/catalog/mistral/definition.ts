import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const mistral: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'mistral',
  name: 'Mistral Vibe',
  icon: 'flame',
  docsUrl: 'https://github.com/mistralai/mistral-vibe',
  install: {
    unix: 'curl -LsSf https://mistral.ai/vibe/install.sh | bash',
    windows: 'uv tool install mistral-vibe',
  },
  cli: ['vibe'],
  autoApprove: { kind: 'flag', args: ['--auto-approve'] },
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  // `--continue` resumes the latest of all directories.
  conversations: { kind: 'byId', last: undefined, resume: ['--resume', ID] },
  // As in its public source, not tested: the file is written with the first prompt, whose beginning
  // is the title.
  transcripts: {
    kind: 'byId',
    home: { env: 'VIBE_HOME', folder: '.vibe' },
    root: 'logs/session',
    file: ['session_*', 'meta.json'],
    records: {
      form: { kind: 'document', list: 'records' },
      id: { at: 'session_id' },
      cwd: { at: 'environment.working_directory' },
      prompt: { at: 'title' },
      notPrompts: [],
      model: [{ at: 'config.active_model' }],
      notPersonal: [],
    },
  },
  model: { kind: 'env', name: 'VIBE_ACTIVE_MODEL' },
  env: { pass: ['MISTRAL_API_KEY', 'VIBE_HOME', 'VIBE_ACTIVE_MODEL'], strip: [], extra: {} },
};
