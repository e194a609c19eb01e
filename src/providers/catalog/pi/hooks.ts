import type { HookSupport } from '../../model/hookSupport';

// Tested: events of its extensions. After an error it may try again, which no event distinguishes
// from the end; its screen shows either. It stores a conversation with the first answer.
export const piHooks: HookSupport = {
  kind: 'extensionFlag',
  flag: '--extension',
  rules: [
    { event: 'agent_start', status: { kind: 'working' } },
    { event: 'agent_end', when: { stopReason: 'aborted' }, status: { kind: 'idle' } },
    { event: 'agent_end', when: { stopReason: 'stop' }, status: { kind: 'done' } },
    { event: 'agent_end', when: { stopReason: 'length' }, status: { kind: 'done' } },
  ],
  notOfSession: [],
  conversation: { event: 'session_start', at: 'sessionId' },
};
