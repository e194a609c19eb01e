import type { HookSupport } from '../../model/hookSupport';
import { ANY_VALUE } from '../../model/transcriptSupport';

// Tested with 2.1.330 and 2.1.197. 2.0.30 does not support all of the events and then ignores all
// settings. No hook runs when Esc interrupts a turn. SessionStart also reports `/clear` and a
// compaction in the middle of a turn. A sub-agent's payload has an `agent_id`.
export const claudeHooks: HookSupport = {
  kind: 'settingsFlag',
  flag: '--settings',
  value: 'jsonOrFile',
  rules: [
    { event: 'UserPromptSubmit', status: { kind: 'working' } },
    {
      event: 'PermissionRequest',
      when: { tool_name: 'AskUserQuestion' },
      status: {
        kind: 'needsInput',
        need: 'question',
        question: [['tool_input.questions.0.question']],
      },
    },
    {
      event: 'PermissionRequest',
      status: {
        kind: 'needsInput',
        need: 'permission',
        question: [
          ['tool_name', 'tool_input.command'],
          ['tool_name', 'tool_input.file_path'],
          ['tool_name', 'tool_input.url'],
          ['tool_name'],
        ],
        input: 'tool_input.command',
      },
    },
    { event: 'PostToolUse', status: { kind: 'working' } },
    { event: 'PostToolUseFailure', status: { kind: 'working' } },
    {
      event: 'Stop',
      status: {
        kind: 'done',
        unless: { list: 'background_tasks', has: [{ status: 'running' }, { status: 'pending' }] },
      },
    },
    { event: 'StopFailure', when: { error: 'rate_limit' }, status: { kind: 'limited' } },
    {
      event: 'StopFailure',
      status: { kind: 'failed', error: [['last_assistant_message'], ['error']] },
    },
    { event: 'SessionStart', when: { source: 'startup' }, status: { kind: 'idle' } },
    { event: 'SessionStart', when: { source: 'resume' }, status: { kind: 'idle' } },
    { event: 'SessionStart', when: { source: 'clear' }, status: { kind: 'idle' } },
    { event: 'SessionStart', when: { source: 'fork' }, status: { kind: 'idle' } },
  ],
  notOfSession: [{ agent_id: ANY_VALUE }],
  conversation: { event: 'SessionStart', at: 'session_id' },
};
