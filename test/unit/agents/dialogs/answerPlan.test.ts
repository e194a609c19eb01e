import assert from 'node:assert/strict';
import { readMenu } from '../../../../src/agents/dialogs/answerMenu';
import { planAnswer, planOption } from '../../../../src/agents/dialogs/answerPlan';
import type { AnswerKeys } from '../../../../src/providers/model/answerFacts';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { readScreen } from '../../../../src/status/screens/readScreen';
import { listRecordedScreens, readRecordedScreen } from '../../../support/status/recordedScreens';

const UP = { kind: 'move', key: '\x1b[A' } as const;
const DOWN = { kind: 'move', key: '\x1b[B' } as const;
const ENTER = { kind: 'answer', key: '\r' } as const;
const key = (name: string) => ({ kind: 'answer', key: name }) as const;

const KEPT_BACK = 'kept for the person';

interface Expected {
  readonly approve: ReturnType<typeof step>;
  readonly deny: ReturnType<typeof step>;
}

/** The first step to each answer on every recorded dialog. */
const DIALOGS: Readonly<Record<string, Expected>> = {
  'auggie-11-sign-in-80x24.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
  'claude-02-trust-dialog.txt': { approve: DOWN, deny: ENTER },
  'claude-09-askuser.txt': { approve: KEPT_BACK, deny: key('\x1b') },
  'claude-11-permission.txt': { approve: key('1'), deny: key('4') },
  // Its consent is permanent.
  'claude-33-permission-long-120x40.txt': { approve: key('1'), deny: key('4') },
  'claude-33-permission-long-80x24.txt': { approve: key('1'), deny: key('4') },
  'claude-34-permission-script-120x40.txt': { approve: key('1'), deny: key('4') },
  'claude-34-permission-script-80x24.txt': { approve: key('1'), deny: key('4') },
  'claude-35-permission-cut-120x40.txt': { approve: key('1'), deny: key('4') },
  'claude-35-permission-cut-80x24.txt': { approve: key('1'), deny: key('4') },
  'claude-65-permission-withheld-120x40.txt': { approve: key('1'), deny: key('2') },
  'claude-65-permission-withheld-80x24.txt': { approve: key('1'), deny: key('2') },
  'claude-41-dsp-dialog.txt': { approve: KEPT_BACK, deny: ENTER },
  'claude-44-dsp-untrusted.txt': { approve: DOWN, deny: ENTER },
  'claude-20-trust-200x50.txt': { approve: DOWN, deny: ENTER },
  'claude-20-trust-80x24.txt': { approve: DOWN, deny: ENTER },
  'claude-29-permission-bash-200x50.txt': { approve: key('1'), deny: key('4') },
  'claude-29-permission-bash-80x24.txt': { approve: key('1'), deny: key('4') },
  'claude-31-permission-write-200x50.txt': { approve: key('1'), deny: key('3') },
  'claude-31-permission-write-80x24.txt': { approve: key('1'), deny: key('3') },
  'claude-32-ask-200x50.txt': { approve: KEPT_BACK, deny: key('\x1b') },
  'claude-32-ask-80x24.txt': { approve: KEPT_BACK, deny: key('\x1b') },
  'claude-62-plan-120x40.txt': { approve: KEPT_BACK, deny: key('2') },
  'claude-63-review-120x40.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
  'claude-64-mcp-server-120x40.txt': { approve: KEPT_BACK, deny: key('\x1b') },
  'claude-73-limit-options.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
  'mastracode-20-ask-many-120x40.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
  'claude197-trust.txt': { approve: ENTER, deny: DOWN },
  'cline-13-approval.txt': { approve: key('y'), deny: key('n') },
  'codex-02-trust.txt': { approve: ENTER, deny: DOWN },
  'codex-08-hooks-fresh.txt': { approve: KEPT_BACK, deny: DOWN },
  'codex-11-approval.txt': { approve: key('1'), deny: key('3') },
  'codex-20-trust-200x50.txt': { approve: ENTER, deny: DOWN },
  'codex-20-trust-80x24.txt': { approve: ENTER, deny: DOWN },
  'codex-29-approval-200x50.txt': { approve: key('1'), deny: key('3') },
  'codex-29-approval-80x24.txt': { approve: key('1'), deny: key('3') },
  'codex-33-approval-long-120x40.txt': { approve: key('1'), deny: key('3') },
  'codex-33-approval-long-80x24.txt': { approve: key('1'), deny: key('3') },
  'codex-34-approval-script-120x40.txt': { approve: key('1'), deny: key('2') },
  'codex-34-approval-script-80x24.txt': { approve: key('1'), deny: key('2') },
  'codex-35-approval-cut-120x40.txt': { approve: key('1'), deny: key('3') },
  'codex-35-approval-cut-80x24.txt': { approve: key('1'), deny: key('3') },
  'codex-36-approval-options-120x40.txt': { approve: key('1'), deny: key('3') },
  'codex-62-plan-120x40.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
  'commandcode-14-permission-scrolled-80x24.txt': { approve: KEPT_BACK, deny: DOWN },
  'cont-13-approval.txt': { approve: ENTER, deny: DOWN },
  'copilot-13-approval.txt': { approve: ENTER, deny: DOWN },
  'copilot-20-trust-120x40.txt': { approve: ENTER, deny: DOWN },
  'gemini-13-approval.txt': { approve: ENTER, deny: DOWN },
  'gemini-20-connect-200x50.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
  'gemini-20-connect-80x24.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
  // Enter would allow everything permanently.
  'grok-13-approval.txt': { approve: key('2'), deny: key('3') },
  'kimi-10-trust.txt': { approve: ENTER, deny: KEPT_BACK },
  'kimi-20-trust-80x24.txt': { approve: ENTER, deny: KEPT_BACK },
  'kimi-15-approval-made.txt': { approve: ENTER, deny: DOWN },
  // Only a colour marks the option there, and colours are read separately.
  'opencode-13-approval.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
  'qwen-13-approval.txt': { approve: ENTER, deny: DOWN },
  'qwen-24-permission-long-120x40.txt': { approve: ENTER, deny: DOWN },
  'qwen-22-sign-in-200x50.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
  'qwen-22-sign-in-80x24.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
  'qoder-10-trust-120x40.txt': { approve: ENTER, deny: DOWN },
  'qoder-10-trust-80x24.txt': { approve: ENTER, deny: DOWN },
  'qoder-13-sign-in-failed-120x40.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
  'qwen-23-api-key-200x50.txt': { approve: KEPT_BACK, deny: KEPT_BACK },
};

/** Pickers that a person has opened, and that only they leave. */
const PICKERS = [
  ...[
    'claude-50-config',
    'claude-50-model',
    'claude-50-permissions',
    'claude-50-rewind',
    'claude-50-theme',
    'codex-50-model',
    'codex-50-resume',
    'codex-50-review',
  ].flatMap((name) => [`${name}-200x50.txt`, `${name}-80x24.txt`]),
  'auggie/idle-permissions',
  'cline/question-history',
  ...['agents', 'model', 'resume'].map((name) => `commandcode/question-${name}`),
  'codex/question-delete',
  'codex/question-memories',
  'codex/question-rename',
  'continue/question-model',
  'gemini/question-resume',
  'grok/question-resume',
  'grok/question-rewind',
  'kilocode/question-export',
  'kilocode/question-models',
  'kilocode/question-timeline',
  'mastracode/question-judge',
  'mastracode/question-threads',
  'opencode/question-export',
  'opencode/question-models',
  'opencode/question-timeline',
  'pi/question-model',
  'pi/question-resume',
  'pi/question-settings',
  'pi/question-tree',
  'qwen/question-skills',
];

/** Pages of a first run or a sign-in, and questions, that are answered in their terminal only. */
const PAGES = [
  ...['auggie-10-sign-in', 'cline-20-sign-in', 'qwen-20-sign-in', 'qwen-21-connect'].flatMap(
    (name) => ['120x40', '200x50', '80x24'].map((size) => `${name}-${size}.txt`),
  ),
  ...[
    'droid-10-sign-in',
    'droid-11-sign-in-failed',
    'qoder-11-sign-in',
    'qoder-12-sign-in',
  ].flatMap((name) => ['120x40', '80x24'].map((size) => `${name}-${size}.txt`)),
  'commandcode-13-enter-plan-80x24.txt',
  ...['question', 'question-plan', 'question-review', 'sign-in'].map((one) => `commandcode/${one}`),
  ...['question', 'sign-in'].map((page) => `continue/${page}`),
  ...['question', 'question-review', 'sign-in'].map((page) => `kimi/${page}`),
  ...['first-run', 'first-run-tips', 'sign-in'].map((page) => `amp/${page}`),
  ...['first-run', 'first-run-index', 'first-run-tips', 'sign-in'].map((page) => `auggie/${page}`),
];

/** Likewise on the dialogs in folders by provider and size, which are the same at all sizes. */
const SIZED_DIALOGS = new Map<string, Expected>([
  ['auggie/permission', { approve: KEPT_BACK, deny: key('d') }],
  ['claude/permission', { approve: key('1'), deny: key('4') }],
  ['claude/question', { approve: KEPT_BACK, deny: key('\x1b') }],
  ['claude/sign-in', { approve: KEPT_BACK, deny: key('\x1b') }],
  ['claude/trust', { approve: DOWN, deny: ENTER }],
  ['commandcode/permission', { approve: KEPT_BACK, deny: DOWN }],
  ['commandcode/permission-create', { approve: KEPT_BACK, deny: DOWN }],
  ['commandcode/permission-edit', { approve: KEPT_BACK, deny: DOWN }],
  ['commandcode/trust', { approve: ENTER, deny: DOWN }],
  ['codex/permission', { approve: key('1'), deny: key('3') }],
  ['codex/question', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['codex/sign-in', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['codex/trust', { approve: ENTER, deny: DOWN }],
  ['copilot/permission', { approve: ENTER, deny: DOWN }],
  ['copilot/question', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['copilot/sign-in', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['copilot/trust', { approve: ENTER, deny: DOWN }],
  ['droid/permission', { approve: KEPT_BACK, deny: key('\x1b') }],
  ['droid/question', { approve: KEPT_BACK, deny: key('\x1b') }],
  ['droid/question-extension', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['droid/sign-in', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['droid/trust', { approve: ENTER, deny: DOWN }],
  ['gemini/first-run', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['gemini/permission', { approve: ENTER, deny: DOWN }],
  ['gemini/question', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['gemini/question-model', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['gemini/sign-in', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['gemini/trust', { approve: ENTER, deny: DOWN }],
  ['grok/permission', { approve: key('2'), deny: key('3') }],
  ['grok/question', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['kilocode/permission', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['kilocode/question', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['kilocode/question-rejection', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['kilocode/sign-in', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['opencode/permission', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['opencode/question', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['opencode/sign-in', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['pi/sign-in', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['qwen/permission', { approve: ENTER, deny: DOWN }],
  ['qwen/question', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['qwen/sign-in', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['cline/permission', { approve: key('y'), deny: key('n') }],
  ['cline/question', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['cline/sign-in', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['continue/permission', { approve: ENTER, deny: DOWN }],
  ['kimi/permission', { approve: ENTER, deny: DOWN }],
  ['kimi/trust', { approve: ENTER, deny: KEPT_BACK }],
  ['letta/permission', { approve: key('1'), deny: key('\x1b') }],
  ['letta/question', { approve: KEPT_BACK, deny: key('\x1b') }],
  ['letta/sign-in', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['mastracode/first-run', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['mastracode/permission', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['mastracode/question', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['qoder/sign-in', { approve: KEPT_BACK, deny: KEPT_BACK }],
  ['qoder/trust', { approve: ENTER, deny: DOWN }],
  ...[...PICKERS, ...PAGES].map((name) => [name, { approve: KEPT_BACK, deny: KEPT_BACK }] as const),
]);

describe('answers to recorded dialogs', () => {
  const dialogs = listRecordedScreens().filter(
    (file) => needOf(file) !== undefined && hasRules(file),
  );

  for (const file of dialogs) {
    it(`begin with the expected key on ${file}`, () => {
      const expected = DIALOGS[file] ?? SIZED_DIALOGS.get(withoutSize(file));
      assert.ok(expected, 'a recorded dialog without an expected step');
      assert.deepEqual({ approve: step(file, 'approve'), deny: step(file, 'deny') }, expected);
    });
  }

  it('are expected only on dialogs that are recorded', () => {
    const known = new Set([...dialogs, ...dialogs.map(withoutSize)]);
    assert.deepEqual(
      [...Object.keys(DIALOGS), ...SIZED_DIALOGS.keys()].filter((one) => !known.has(one)),
      [],
    );
  });
});

describe('planAnswer', () => {
  const keys: AnswerKeys = { kind: 'option', label: /^Yes\b/, by: 'number' };
  const plan = (...screen: readonly string[]) => planAnswer(keys, screen, 'approve').kind;

  it('chooses no option whose label indicates a permanent approval', () => {
    for (const label of [
      "Yes, and don't ask again",
      'Yes, always',
      'Yes, for this session',
      'Yes, and remember this folder',
      'Yes, and switch to auto mode',
    ]) {
      assert.equal(plan(`❯ 1. ${label}`, '  2. No'), 'impossible', label);
    }
    assert.equal(plan('❯ 1. Yes, and', "     don't ask again", '  2. No'), 'impossible');
    assert.equal(plan('❯ 1. Yes (a session of mine)', '  2. No'), 'answer');
  });

  it('chooses no option if two match, or none', () => {
    assert.equal(plan('❯ 1. Yes', '  2. Yes, now'), 'impossible');
    assert.equal(plan('❯ 1. Maybe', '  2. No'), 'impossible');
    assert.equal(plan('nothing at all'), 'impossible');
  });

  it('does not read list items of a text as options', () => {
    assert.equal(plan('1. Yes', '2. No'), 'impossible');
    assert.equal(plan('1. Yes', '2. No', '', '❯ 1. Go on', '  2. Stop'), 'impossible');
  });

  it('moves the mark only if exactly one option is marked', () => {
    const arrows: AnswerKeys = { ...keys, by: 'arrows' };
    assert.equal(planAnswer(arrows, ['  No', '  Yes'], 'approve').kind, 'impossible');
    assert.equal(planAnswer(arrows, ['❯ No', '❯ Yes'], 'approve').kind, 'impossible');
    assert.deepEqual(planAnswer(arrows, ['  Yes', '❯ No'], 'approve'), UP);
    assert.deepEqual(planAnswer(arrows, ['❯ Yes', '  No'], 'approve'), ENTER);
  });

  it('presses a key only if the screen shows what it does', () => {
    const approve: AnswerKeys = { kind: 'key', key: 'y', shown: /\(y\) approve/ };
    assert.deepEqual(planAnswer(approve, ['Run it?', '(y) approve'], 'approve'), key('y'));
    assert.equal(planAnswer(approve, ['Run it?', '(r) remember'], 'approve').kind, 'impossible');
  });
});

describe('planOption', () => {
  it('presses no key in a list without a mark', () => {
    const option = { number: undefined, rest: '', marked: false };
    const menu = ['Yes', 'No'].map((label) => ({ ...option, label }));
    assert.equal(planOption(menu, ({ label }) => label === 'Yes', 'arrows').kind, 'impossible');
  });

  it('finds a reply among options with explanations', () => {
    const menu = readMenu(readRecordedScreen('claude-09-askuser.txt').screen.rows);
    assert.deepEqual(
      menu.map(({ number, label, rest }) => [number, label, rest]),
      [
        ['1', 'Red', 'a warm one'],
        ['2', 'Blue', 'a cold one'],
        ['3', 'Type something.', ''],
        ['4', 'Chat about this', ''],
      ],
    );
    assert.deepEqual(
      planOption(menu, ({ label }) => label === 'Blue', 'number'),
      key('2'),
    );
  });
});

/** `claude/trust` for `claude/80x24/trust.txt`. */
function withoutSize(file: string): string {
  const [provider, size, name = ''] = file.split('/');
  return size === undefined ? file : `${provider}/${name.replace('.txt', '')}`;
}

function step(file: string, verb: 'approve' | 'deny') {
  const need = needOf(file);
  const { provider, screen } = readRecordedScreen(file);
  const known = BUILT_IN_PROVIDERS.find(({ id }) => id === provider);
  const reading = readScreen(known?.status.screen.rules ?? [], screen);
  // A screen that no rule recognises is never answered.
  const isRead = typeof reading === 'object';
  const facts = need && isRead ? known?.answers[need] : undefined;
  const keys =
    facts && (verb === 'deny' ? facts.deny : 'approve' in facts ? facts.approve : undefined);
  const planned = keys && planAnswer(keys, screen.rows, verb);
  return !planned || planned.kind === 'impossible' ? KEPT_BACK : planned;
}

function needOf(file: string) {
  const { expect } = readRecordedScreen(file);
  return expect === 'permission' || expect === 'question' || expect === 'trust'
    ? expect
    : undefined;
}

/** Nothing is answered without rules. */
function hasRules(file: string): boolean {
  const { provider } = readRecordedScreen(file);
  const found = BUILT_IN_PROVIDERS.find(({ id }) => id === provider);
  return found !== undefined && found.status.screen.rules.length > 0;
}
