import assert from 'node:assert/strict';
import type { StatusExplanation } from '../../../../src/status/statusService';
import { formatStatusPage } from '../../../../src/views/attention/formatStatusPage';
import { activity, needsInput } from '../../../support/status/fakeStatus';

const QUESTION = `Run ${'x'.repeat(80)}?`;

const EXPLANATION: StatusExplanation = {
  activity: activity(needsInput(QUESTION), {
    source: 'screen',
    ruleId: 'ask-permission',
    reason: 'its screen asks',
    since: 0,
  }),
  signals: [
    {
      source: 'hook',
      state: { kind: 'working' },
      ruleId: 'PreToolUse',
      reason: 'a tool runs',
      at: 60_000,
    },
  ],
  overruled: ['the hook is older than the question'],
  matchesScreen: true,
  screen: ['│ Do it?  ', '', '\x1b[31m❯ 1. Yes'],
  rules: 'ada, version 3',
  notices: ['example.org refuses to forward a socket.'],
  ruleProblems: ['Rule "mine" has a bad expression.'],
};

describe('formatStatusPage', () => {
  it('contains the status, its source, the other sources, problems and the screen', () => {
    const page = formatStatusPage(EXPLANATION, { name: 'Ada (Fix)', now: 120_000 });
    assert.deepEqual(page.split('\n'), [
      `Status of Ada (Fix): needs you: permission - Run ${'x'.repeat(55)}…`,
      '',
      'Since:      1970-01-01T00:00:00.000Z (2 min ago)',
      'Because:    its screen asks',
      'Decided by: screen, rule ask-permission',
      'Rules:      ada, version 3',
      `Question:   ${QUESTION}`,
      '',
      'The request',
      '',
      '    Approve is not offered because its screen does not show the question: open it and answer there.',
      '',
      'What each source reports, strongest first',
      '',
      '    hook: working · a tool runs · rule PreToolUse · 1 min ago',
      '',
      'Overruled',
      '',
      '    the hook is older than the question',
      '',
      'How the session runs',
      '',
      '    example.org refuses to forward a socket.',
      '',
      'Problems of your own rules (agentTerminals.statusRules)',
      '',
      '    Rule "mine" has a bad expression.',
      '',
      'The screen',
      '',
      '    │ Do it?',
      '',
      '    \\u001b[31m❯ 1. Yes',
      '',
      'Is it wrong? Agents: Copy Screen as Test Case copies this screen in the form that the tests read.',
      '',
    ]);
  });

  it('contains all rows of the request', () => {
    const request = { kind: 'whole', text: 'Run this?\n  rm -rf \u202e/' } as const;
    const state = { kind: 'needsInput', need: 'permission', question: 'Run?', request } as const;
    const asking = { ...EXPLANATION, activity: activity(state) };
    const page = formatStatusPage(asking, { name: 'Ada', now: 0 });
    assert.match(page, /\nThe request\n\n {4}Run this\?\n {6}rm -rf \\u202e\/\n\n/);
  });

  it('omits empty sections', () => {
    const nothing: StatusExplanation = {
      activity: activity({ kind: 'unknown' }, { source: undefined, ruleId: undefined }),
      signals: [],
      overruled: [],
      matchesScreen: true,
      screen: [],
      rules: 'none',
      notices: [],
      ruleProblems: [],
    };
    const page = formatStatusPage(nothing, { name: 'Shell', now: 0 });
    assert.match(page, /^Status of Shell: unknown\n/);
    assert.match(page, /Decided by: no source\n/);
    assert.doesNotMatch(page, /Overruled|How the session|Problems|The screen|The request|Question/);
  });
});
