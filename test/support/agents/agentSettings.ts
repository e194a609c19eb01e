import type { AgentSettings } from '../../../src/agents/start/agentSettings';

/** The default settings, with a shell that every machine has. */
export const AGENT_SETTINGS: AgentSettings = {
  providers: {},
  autoApprove: false,
  spawnMode: 'shell',
  persistence: 'window',
  afterExit: 'shell',
  shell: '/bin/bash',
  shellSetup: '',
  inheritEnv: false,
  envPassthrough: [],
  ideLink: true,
  scrollback: 1000,
  'worktree.mode': 'never',
  'worktree.directory': '',
  'worktree.branchPrefix': 'agent/',
  'worktree.copy': [],
  'worktree.setup': [],
  'worktree.teardown': [],
  gitPath: '',
  sshPath: '',
  tmuxPath: '',
  'api.enabled': true,
  'api.tcp': 'onRequest',
  agentsMayDrive: false,
  statusRules: {},
};
