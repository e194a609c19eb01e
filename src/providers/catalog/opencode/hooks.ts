import type { HookSupport } from '../../model/hookSupport';
import { ANY_VALUE } from '../../model/transcriptSupport';

// Tested: events of its plugins. A sub-agent is a session with a parent. A turn that was
// interrupted or failed ends like any other, after an error. The plugin marks both.
export const opencodeHooks: Extract<HookSupport, { kind: 'pluginVariable' }> = {
  kind: 'pluginVariable',
  variable: 'OPENCODE_CONFIG_CONTENT',
  rules: [
    { event: 'session.status', when: { 'status.type': 'busy' }, status: { kind: 'working' } },
    {
      event: 'permission.asked',
      status: {
        kind: 'needsInput',
        need: 'permission',
        question: [
          ['permission', 'metadata.command'],
          ['permission', 'patterns.0'],
          ['permission'],
        ],
      },
    },
    { event: 'permission.replied', status: { kind: 'working' } },
    {
      event: 'session.idle',
      when: { failure: 'MessageAbortedError' },
      status: { kind: 'idle' },
    },
    {
      event: 'session.idle',
      when: { failure: ANY_VALUE },
      status: { kind: 'failed', error: [['failure']] },
    },
    { event: 'session.idle', status: { kind: 'done' } },
  ],
  notOfSession: [{ isChild: true }],
  conversation: { event: 'session.status', at: 'sessionID' },
};
