import type { HookSupport } from '../../model/hookSupport';

// Tested: sessionStart comes with the first prompt, and no hook runs when Esc interrupts a turn. A
// permissionRequest also comes if a rule then grants the permission; the notification comes with
// the dialog.
export const copilotHooks: HookSupport = {
  kind: 'pluginFlag',
  flag: '--plugin-dir',
  rules: [
    { event: 'userPromptSubmitted', status: { kind: 'working' } },
    {
      event: 'notification',
      when: { notification_type: 'permission_prompt' },
      status: { kind: 'needsInput', need: 'permission', question: [['message'], ['title']] },
    },
    { event: 'postToolUse', status: { kind: 'working' } },
    // It shows that it works while a command runs in the background.
    { event: 'agentStop', status: { kind: 'done', awaitsScreen: true } },
    { event: 'errorOccurred', status: { kind: 'failed', error: [['error.message']] } },
  ],
  notOfSession: [],
  conversation: { event: 'sessionStart', at: 'sessionId' },
};
