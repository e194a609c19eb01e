import type { HookSupport } from '../../model/hookSupport';
import { ANY_VALUE } from '../../model/transcriptSupport';

// Tested: SessionStart comes with the first prompt. No hook runs for the thread that generates a
// title.
export const codexHooks: HookSupport = {
  kind: 'configFlag',
  flags: ['-c', '--config'],
  source: {
    unix: '/<session-flags>/config.toml',
    windows: 'C:\\<session-flags>\\config.toml',
  },
  rules: [
    { event: 'UserPromptSubmit', status: { kind: 'working' } },
    {
      event: 'PermissionRequest',
      status: {
        kind: 'needsInput',
        need: 'permission',
        question: [['tool_name', 'tool_input.command'], ['tool_name']],
        input: 'tool_input.command',
      },
    },
    { event: 'PostToolUse', status: { kind: 'working' } },
    { event: 'Stop', status: { kind: 'done' } },
  ],
  notOfSession: [{ agent_id: ANY_VALUE }],
  conversation: { event: 'SessionStart', at: 'session_id' },
};
