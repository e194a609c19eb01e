import type { HookSupport } from '../../model/hookSupport';

// Tested: events of its mods. A sub-agent reports none, except what it asks the person. A turn that
// failed ends with an error, after which its end is reported like that of any other.
export const commandcodeHooks: HookSupport = {
  kind: 'modFlag',
  flag: '--mod',
  rules: [
    { event: 'run_start', status: { kind: 'working' } },
    {
      event: 'interaction_requested',
      when: { kind: 'permission' },
      status: { kind: 'needsInput', need: 'permission', question: [['toolName']] },
    },
    {
      event: 'interaction_requested',
      status: { kind: 'needsInput', need: 'question', question: [] },
    },
    { event: 'interaction_resolved', status: { kind: 'working' } },
    { event: 'run_error', status: { kind: 'failed', error: [['error']] } },
    { event: 'run_end', when: { stopReason: 'interrupted' }, status: { kind: 'idle' } },
    { event: 'run_end', when: { stopReason: 'permission_denied' }, status: { kind: 'idle' } },
    { event: 'run_end', when: { stopReason: 'end_turn' }, status: { kind: 'done' } },
    { event: 'run_end', when: { stopReason: 'max_turns' }, status: { kind: 'done' } },
    { event: 'run_end', when: { stopReason: 'stop_hook' }, status: { kind: 'done' } },
    { event: 'run_end', when: { stopReason: 'terminate' }, status: { kind: 'done' } },
  ],
  notOfSession: [],
  conversation: { event: 'onSessionStart', at: 'sessionId' },
};
