import { geminiAnswers } from './answers';
import { BARE_VERSION } from '../../launch/bareVersion';
import { geminiEngine } from './engine';
import { ESC } from '../../model/keys';
import { MODEL } from '../../model/modelChange';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { geminiStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const gemini: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'gemini',
  name: 'Gemini CLI',
  icon: 'star-full',
  docsUrl: 'https://github.com/google-gemini/gemini-cli',
  install: {
    unix: 'npm install -g @google/gemini-cli',
    windows: 'npm install -g @google/gemini-cli',
  },
  cli: ['gemini'],
  versionProbe: { args: ['--version'], own: BARE_VERSION },
  verification: { kind: 'run', version: '0.61.0' },
  autoApprove: { kind: 'flag', args: ['--approval-mode=yolo'], aliases: [['--yolo'], ['-y']] },
  // Of its --help.
  permissionModes: {
    kind: 'flag',
    flags: ['--approval-mode', '--approvalMode'],
    asking: ['default', 'plan'],
  },
  // A positional prompt also works, but `--resume` without an id would take it as the id.
  initialPrompt: { kind: 'flag', flag: '-i' },
  conversations: {
    kind: 'chooseId',
    last: ['--resume'],
    resume: ['--resume', ID],
    create: ['--session-id', ID],
    existingId: 'refused',
  },
  // Tested; `subagent` is the other value in its source, beside `main`.
  transcripts: {
    kind: 'byDirectory',
    home: { env: undefined, folder: '.gemini' },
    root: 'tmp',
    naming: { kind: 'listed', file: 'projects.json' },
    file: ['chats', 'session-*.jsonl'],
    records: {
      form: { kind: 'lines' },
      id: { at: 'sessionId' },
      prompt: { where: { type: 'user' }, at: 'content' },
      notPrompts: ['<session_context>'],
      model: [{ where: { type: 'gemini' }, at: 'model' }],
      notPersonal: [{ kind: 'subagent' }],
    },
  },
  model: { kind: 'flag', flag: '-m' },
  // Tested: for this session only, and with every name; the next prompt opens a dialog if there is no such model.
  modelChange: {
    kind: 'prompt',
    text: `/model set ${MODEL}`,
    changed: /^\s*ℹ Model set to /,
    refused: undefined,
    asks: undefined,
  },
  env: {
    pass: [
      'GEMINI_API_KEY',
      'GOOGLE_API_KEY',
      'GOOGLE_CLOUD_PROJECT',
      'GOOGLE_GEMINI_BASE_URL',
      'GEMINI_CLI_NO_RELAUNCH',
    ],
    strip: [
      'GEMINI_CLI_IDE_SERVER_PORT',
      'GEMINI_CLI_IDE_WORKSPACE_PATH',
      'GEMINI_CLI_IDE_AUTH_TOKEN',
    ],
    extra: {},
  },
  submit: { ...UNKNOWN_FACTS.submit, lineFeed: 'neverSubmits' },
  interrupt: [ESC],
  // Not for a single launch (tested): it reads a machine-wide file of defaults or settings, which
  // may contain hooks, only if root owns it, and otherwise prints a warning.
  hooks: { kind: 'none' },
  // Tested with two files for one folder: it connects to the port of the variable, with the token of that
  // file, if it is enabled in its settings.
  ideLink: {
    kind: 'portFile',
    directories: [{ kind: 'temporary', below: 'gemini/ide' }],
    file: /^gemini-ide-server-(?<pid>\d{1,10})-(?<port>\d{1,5})\.json$/,
    pid: undefined,
    folders: { at: 'workspacePath', form: 'joined' },
    variable: 'GEMINI_CLI_IDE_SERVER_PORT',
  },
  status: geminiStatus,
  answers: geminiAnswers,
  engine: geminiEngine,
};
