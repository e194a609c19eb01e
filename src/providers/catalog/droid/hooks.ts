import type { HookSupport } from '../../model/hookSupport';
import { ANY_VALUE } from '../../model/transcriptSupport';

// Tested: it lists the hooks that ran in its transcript. A turn that failed ends with Stop, like any
// other. The first event of a sub-agent names its caller; its other events differ from those of the
// session by their conversation only.
export const droidHooks: HookSupport = {
  kind: 'settingsFlag',
  flag: '--settings',
  value: 'file',
  variable: 'FACTORY_RUNTIME_SETTINGS_PATH',
  rules: [
    { event: 'UserPromptSubmit', status: { kind: 'working' } },
    {
      event: 'Notification',
      when: { notification_type: 'permission_prompt' },
      status: { kind: 'needsInput', need: 'permission', question: [['message']] },
    },
    // After an interrupt.
    { event: 'Notification', when: { notification_type: 'idle_prompt' }, status: { kind: 'idle' } },
    { event: 'PostToolUse', status: { kind: 'working' } },
    { event: 'Stop', status: { kind: 'done' } },
  ],
  notOfSession: [{ calling_session_id: ANY_VALUE }],
  conversation: { event: 'SessionStart', at: 'session_id', isInEachEvent: true },
};
