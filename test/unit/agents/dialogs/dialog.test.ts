import assert from 'node:assert/strict';
import { isExpectedDialog, type Dialog } from '../../../../src/agents/dialogs/dialog';
import type { Activity, ActivityState } from '../../../../src/status/activity';

const DIALOG: Dialog = {
  need: 'permission',
  ruleId: 'permission',
  question: 'Run it?',
  request: { kind: 'whole', text: 'ls' },
  screen: ['Run it?', '❯ 1. Yes'],
  output: 1,
  isCurrent: true,
};

const ASKS = { kind: 'needsInput', need: 'permission', question: 'Run it?' } as const;

function activity(source: Activity['source'], state: ActivityState, since = 1): Activity {
  return { state, source, ruleId: 'permission', reason: 'it is seen', since };
}

describe('isExpectedDialog', () => {
  const SCREEN = activity('screen', ASKS);
  const HOOK = activity('hook', ASKS);

  it('accepts the dialog that the status has read, and no other rule or question', () => {
    assert.equal(isExpectedDialog(DIALOG, SCREEN, SCREEN), true);
    assert.equal(isExpectedDialog({ ...DIALOG, ruleId: 'trust' }, SCREEN, SCREEN), false);
    assert.equal(isExpectedDialog({ ...DIALOG, question: 'Delete it?' }, SCREEN, SCREEN), false);
  });

  it('accepts the dialog of a reported question while that is open, and of no other', () => {
    assert.equal(isExpectedDialog(DIALOG, HOOK, HOOK), true);
    const later = activity('hook', { ...ASKS, question: 'Delete it?' }, 2);
    assert.equal(isExpectedDialog(DIALOG, HOOK, later), false);
    assert.equal(isExpectedDialog(DIALOG, HOOK, activity('hook', { kind: 'working' })), false);
  });

  it('compares the question of a report whose dialog was read', () => {
    const read = activity('hook', { ...ASKS, request: DIALOG.request });
    assert.equal(isExpectedDialog(DIALOG, read, read), true);
    assert.equal(isExpectedDialog({ ...DIALOG, question: 'Delete it?' }, read, read), false);
  });
});
