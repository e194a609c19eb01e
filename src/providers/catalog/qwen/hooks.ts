import type { HookSupport } from '../../model/hookSupport';
import { ANY_VALUE } from '../../model/transcriptSupport';

// Tested. Its Notification of an idle prompt comes after each Stop and after each interrupt. It
// does not show how a turn ended, so it is left out.
export const qwenHooks: HookSupport = {
  kind: 'defaultsFile',
  variable: 'QWEN_CODE_SYSTEM_DEFAULTS_PATH',
  fallback: {
    name: 'system-defaults.json',
    besideVariable: 'QWEN_CODE_SYSTEM_SETTINGS_PATH',
    unix: '/etc/qwen-code',
    mac: '/Library/Application Support/QwenCode',
    windows: 'C:\\ProgramData\\qwen-code',
  },
  rules: [
    { event: 'UserPromptSubmit', status: { kind: 'working' } },
    {
      event: 'PermissionRequest',
      status: {
        kind: 'needsInput',
        need: 'permission',
        question: [
          ['tool_name', 'tool_input.command'],
          ['tool_name', 'tool_input.file_path'],
          ['tool_name'],
        ],
        input: 'tool_input.command',
      },
    },
    { event: 'PostToolUse', status: { kind: 'working' } },
    // The list has sub-agents only.
    {
      event: 'Stop',
      status: {
        kind: 'done',
        unless: { list: 'background_tasks', has: [{ status: 'running' }] },
        awaitsScreen: true,
      },
    },
    {
      event: 'StopFailure',
      status: { kind: 'failed', error: [['last_assistant_message'], ['error']] },
    },
    { event: 'SessionStart', when: { source: 'startup' }, status: { kind: 'idle' } },
    { event: 'SessionStart', when: { source: 'resume' }, status: { kind: 'idle' } },
    { event: 'SessionStart', when: { source: 'clear' }, status: { kind: 'idle' } },
  ],
  notOfSession: [{ agent_id: ANY_VALUE }],
  conversation: { event: 'SessionStart', at: 'session_id' },
};
