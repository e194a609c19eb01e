import { UNKNOWN_ENGINE } from '../model/engineFacts';
import { ESC } from '../model/keys';
import type { ProviderDefinition } from '../model/providerDefinition';

type ProviderFacts = Omit<
  ProviderDefinition,
  'id' | 'name' | 'icon' | 'docsUrl' | 'install' | 'cli'
>;

/** The facts of an unknown CLI: the person types, and no arguments are passed. */
export const UNKNOWN_FACTS: ProviderFacts = {
  versionProbe: { args: ['--version'], own: undefined },
  verification: { kind: 'unverified' },
  subcommand: [],
  defaultArgs: [],
  autoApprove: { kind: 'none' },
  permissionModes: { kind: 'none' },
  initialPrompt: { kind: 'keystrokes' },
  conversations: { kind: 'none' },
  transcripts: { kind: 'none' },
  fork: { kind: 'none' },
  model: { kind: 'none' },
  modelChange: { kind: 'none' },
  env: { pass: [], strip: [], extra: {} },
  interrupt: [ESC],
  hooks: { kind: 'none' },
  mcp: { kind: 'none' },
  ideLink: { kind: 'none' },
  submit: { kind: 'paste', gapMs: 150 },
  // The mark that CLIs with such a mode draw in place of `>`.
  shellMode: { key: '!', where: { kind: 'cursor', rows: 0 }, row: /^[\s│┃|]*!(?:\s|$)/ },
  // Tested: Claude Code sends each file, Qwen Code those of its folder, Copilot none of a pasted prompt.
  fileMarks: ['@'],
  answers: {},
  engine: UNKNOWN_ENGINE,
  status: { titles: [], file: { kind: 'none' }, screen: { version: 0, rules: [] } },
};
