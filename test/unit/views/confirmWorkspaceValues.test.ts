import assert from 'node:assert/strict';
import { ConfirmationStore, type WorkspaceValue } from '../../../src/config/confirmations';
import { ConfirmWorkspaceValues } from '../../../src/views/confirmWorkspaceValues';
import { ScriptedQuestions } from '../../support/scriptedQuestions';
import { folderRef } from '../../support/treeSources';

describe('ConfirmWorkspaceValues', () => {
  const APP = folderRef('app');
  const SHELL = { key: 'shell', value: '/tmp/evil' };
  const ADA = { key: 'providers.ada', value: { cli: './ada' } };
  const BOB = { key: 'providers.bob', value: { cli: './bob' } };

  function subject(brought: readonly WorkspaceValue[], ...answers: (string | undefined)[]) {
    const memory = new Map<string, unknown>();
    const confirmations = new ConfirmationStore({
      get: (key) => memory.get(key),
      update: (key, value) => Promise.resolve(void memory.set(key, value)),
    });
    const questions = new ScriptedQuestions(...answers);
    const values = { current: brought };
    const confirm = new ConfirmWorkspaceValues({
      unconfirmed: (uri) =>
        values.current.filter((value) => !confirmations.isConfirmed(uri, value)),
      placeOf: (uri) => uri,
      confirmations,
      questions,
    });
    const isConfirmed = (value: WorkspaceValue) => confirmations.isConfirmed(APP.uri, value);
    return { confirm, questions, values, isConfirmed };
  }

  it('asks nothing where nothing is brought', async () => {
    const { confirm } = subject([]);
    assert.equal(await confirm.confirm(APP, 'ada'), 'answered');
  });

  it('shows key and value, and applies what is confirmed, once', async () => {
    const { confirm, questions, isConfirmed } = subject([SHELL], 'Apply');
    assert.equal(await confirm.confirm(APP, 'ada'), 'answered');
    assert.equal(await confirm.confirm(APP, 'ada'), 'answered');
    assert.ok(isConfirmed(SHELL));
    assert.match(questions.asked[0]?.detail ?? '', /agentTerminals\.shell: "\/tmp\/evil"/);
  });

  it('does not ask again what was refused, but asks about another value', async () => {
    const { confirm, questions, values, isConfirmed } = subject([SHELL], 'Ignore', 'Ignore');
    await confirm.confirm(APP, 'ada');
    await confirm.confirm(APP, 'ada');
    assert.equal(questions.asked.length, 1);
    assert.ok(!isConfirmed(SHELL));
    values.current = [{ ...SHELL, value: '/tmp/worse' }];
    await confirm.confirm(APP, 'ada');
    assert.equal(questions.asked.length, 2);
  });

  it('stops the start where the question is dismissed, and asks again', async () => {
    const { confirm } = subject([SHELL], undefined, 'Apply');
    assert.equal(await confirm.confirm(APP, 'ada'), 'cancelled');
    assert.equal(await confirm.confirm(APP, 'ada'), 'answered');
  });

  it('asks about the provider that is started alone, or about all', async () => {
    const { confirm, questions, isConfirmed } = subject([ADA, BOB], 'Apply', 'Ignore');
    await confirm.confirm(APP, 'ada');
    assert.deepEqual([isConfirmed(ADA), isConfirmed(BOB)], [true, false]);
    await confirm.confirm(APP, undefined);
    assert.doesNotMatch(questions.asked[1]?.detail ?? '', /ada/);
  });

  it('asks once for two starts at the same moment', async () => {
    const { confirm, questions } = subject([SHELL], 'Apply');
    await Promise.all([confirm.confirm(APP, 'ada'), confirm.confirm(APP, 'ada')]);
    assert.equal(questions.asked.length, 1);
  });

  it('says how much of a long value it does not show', async () => {
    const { confirm, questions } = subject([{ key: 'shell', value: 'x'.repeat(2000) }], 'Ignore');
    await confirm.confirm(APP, 'ada');
    assert.match(questions.asked[0]?.detail ?? '', /502 more characters/);
  });
});
