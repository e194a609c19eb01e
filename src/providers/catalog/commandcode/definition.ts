import { commandcodeEngine } from './engine';
import { commandcodeHooks } from './hooks';
import { MODEL } from '../../model/modelChange';
import { commandcodeAnswers } from './answers';
import { commandcodeShellMode, commandcodeStatus } from './status';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const commandcode: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'commandcode',
  name: 'Command Code',
  icon: 'terminal-cmd',
  docsUrl: 'https://commandcode.ai/docs/reference/cli',
  install: {
    unix: 'npm install -g command-code@latest',
    windows: 'npm install -g command-code@latest',
  },
  cli: ['cmd', 'command-code', 'commandcode', 'cmdc'],
  versionProbe: { args: ['--version'], own: /^\d+\.\d+\.\d+$/m, namesake: /Microsoft Windows/ },
  // Its current release starts only with an older version of a package that it needs; run with that.
  verification: { kind: 'run', version: '1.64.0' },
  // Without `--trust`: the person decides whether to trust a folder.
  defaultArgs: ['--skip-onboarding'],
  autoApprove: {
    kind: 'flag',
    args: ['--yolo'],
    aliases: [['--dangerously-skip-permissions'], ['--accept-edits'], ['--auto-accept']],
  },
  // Of its program, which has more than its --help.
  permissionModes: {
    kind: 'flag',
    flags: ['--permission-mode'],
    asking: ['default', 'dont-ask', 'plan', 'standard'],
  },
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  conversations: { kind: 'byId', last: ['--continue'], resume: ['--resume', ID] },
  // Tested. A fork begins with the records of the original, marked with its own id.
  transcripts: {
    kind: 'byId',
    home: { env: undefined, folder: '.commandcode' },
    root: 'projects',
    file: ['*', `${ID}.jsonl`],
    records: {
      form: { kind: 'lines' },
      cwd: { where: { type: 'session' }, at: 'cwd' },
      prompt: { where: { type: 'message', 'message.role': 'user' }, at: 'message.content' },
      notPrompts: [],
      model: [],
      notPersonal: [],
    },
  },
  fork: { kind: 'byId', args: ['--resume', ID, '--fork-session'], newId: 'generated' },
  model: { kind: 'flag', flag: '--model' },
  // It reports a change only in its header, above the conversation, beside its mark in a narrow terminal.
  // For a name that it does not have it opens its menu, which may hide its notice, except for one of a
  // provider of the person's own.
  // It also saves the model as the default for new sessions.
  modelChange: {
    kind: 'prompt',
    text: `/model ${MODEL}`,
    changed: /^(?:#| █   █ ▀ █ █ █  ) models: \S.*$/,
    refused: /^◼ Unknown model ".+" — opening the model picker/,
    asks: /^Select model$/,
  },
  shellMode: commandcodeShellMode,
  hooks: commandcodeHooks,
  engine: commandcodeEngine,
  status: commandcodeStatus,
  answers: commandcodeAnswers,
};
