import assert from 'node:assert/strict';
import type { CheckedAgent } from '../../../../src/agents/start/agentPlan';
import { ModelLister, parseModels } from '../../../../src/driver/models/modelLister';
import { AGENT_SETTINGS } from '../../../support/agents/agentSettings';
import { providerOf } from '../../../support/agents/transcriptLines';
import { ManualClock } from '../../../support/manualClock';

const HOUR_MS = 3_600_000;

/** A CLI that lists one more model on each call; its path depends on the folder. */
function createLister(clock: ManualClock, runs: string[]): ModelLister {
  const configOf = (id: string) => ({ provider: providerOf(id), env: {} });
  let path = '';
  return new ModelLister({
    clock,
    guard: {
      require: () => {},
      run: ({ file }) => {
        runs.push(file);
        return Promise.resolve({
          kind: 'done',
          code: 0,
          stdout: `a/m${runs.length}`,
          stderr: '',
        });
      },
    },
    home: '/',
    agentResolver: {
      // The lister reads only these two fields.
      check: (id) =>
        Promise.resolve({
          config: configOf(id),
          cli: { kind: 'path', path },
        } as unknown as CheckedAgent),
      commandEnvironment: () => Promise.resolve({}),
      resolve: (id) => configOf(id) as unknown as CheckedAgent['config'],
    },
    platform: 'linux',
    settingsOf: (uri) => {
      path = `/cli/${uri ?? ''}`;
      return AGENT_SETTINGS;
    },
  });
}

describe('ModelLister', () => {
  const folder = (uri: string) => ({ uri, path: '/', name: uri });

  it('runs the CLI again after an hour', async () => {
    const clock = new ManualClock();
    const runs: string[] = [];
    const lister = createLister(clock, runs);
    await lister.list('opencode');
    clock.advance(HOUR_MS - 1);
    await lister.list('opencode');
    assert.equal(runs.length, 1);
    clock.advance(1);
    await lister.list('opencode');
    assert.equal(runs.length, 2);
  });

  it('keeps the lists of 64 CLIs, and forgets the oldest', async () => {
    const runs: string[] = [];
    const lister = createLister(new ManualClock(), runs);
    for (let number = 0; number < 65; number++) {
      await lister.list('opencode', { folder: folder(`f${number}`) });
    }
    await lister.list('opencode', { folder: folder('f64') });
    await lister.list('opencode', { folder: folder('f1') });
    assert.equal(runs.length, 65);
    await lister.list('opencode', { folder: folder('f0') });
    assert.equal(runs.length, 66);
  });

  it('runs no CLI for which no command is known', async () => {
    const runs: string[] = [];
    assert.deepEqual(await createLister(new ManualClock(), runs).list('crush'), {
      kind: 'notPossible',
      reason:
        'No command that lists the models of Charm Crush is known: look them up in its terminal.',
    });
    assert.deepEqual(runs, []);
  });
});

function parse(providerId: string, stdout: string): unknown {
  const { models } = providerOf(providerId).engine;
  assert.ok(models.kind !== 'none');
  return parseModels(models, stdout)?.map(({ id, name }) => (name === undefined ? id : [id, name]));
}

const response = (models: unknown): string =>
  JSON.stringify({ type: 'control_response', response: { response: { models } } });

const SONNET = { value: 'sonnet', displayName: 'Sonnet' };

describe('parseModels', () => {
  const rows: readonly (readonly [string, string, string, unknown])[] = [
    [
      'an object without its hidden models',
      'codex',
      '{"models": [\n {"slug":"a","display_name":"A","visibility":"list"},\n {"slug":"b","visibility":"hide"}]}',
      [['a', 'A']],
    ],
    [
      'a line among others, and each model once',
      'claude',
      `${JSON.stringify({ type: 'system' })}\nno JSON\n${response([SONNET, SONNET])}\n`,
      [['sonnet', 'Sonnet']],
    ],
    [
      'no models that have no id',
      'claude',
      response([{ displayName: 'x' }, { value: 7 }, 'x', null]),
      [],
    ],
    [
      'no ids that are no word, and names on one short line',
      'claude',
      response([
        { value: 'a b', displayName: 'x' },
        { value: 'a\nb' },
        { value: 'x'.repeat(201) },
        { value: 'ok', displayName: `one\ntwo ${'x'.repeat(300)}` },
      ]),
      [['ok', `one two ${'x'.repeat(192)}`]],
    ],
    ['nothing from a malformed answer', 'claude', response('none'), undefined],
    ['nothing from an empty output', 'claude', '', undefined],
    [
      'an object with white space',
      'auggie',
      JSON.stringify({ models: [{ id: 'one', displayName: 'One' }, { id: 'two' }] }, null, 2),
      [['one', 'One'], 'two'],
    ],
    [
      'rows of models behind a title and marks',
      'grok',
      'You are not authenticated.\n\nDefault model: one\n\nAvailable models:\n  * one (default)\n  - maker/two\n',
      ['one', 'maker/two'],
    ],
    [
      'rows of models of several vendors',
      'kilocode',
      'kilo/~maker/one-latest\nkilo/maker/two:free\nError: a b\n',
      ['kilo/~maker/one-latest', 'kilo/maker/two:free'],
    ],
    ['rows of models among others', 'opencode', 'Models:\n a b\nmaker/one\n', ['maker/one']],
    [
      'the provider before each model',
      'pi',
      'provider  model  context\nmaker  one  128K  x\n',
      ['maker/one'],
    ],
    [
      'rows of models with what they are for, and none that needs no terminal',
      'commandcode',
      [
        ...['Available models  ·  3 models', '', 'Open Source', ''],
        ...['maker/one-2.1:free    fast (default)', 'maker/two-the-longest  for all work', ''],
        ...['own (byok)', '', 'own/three             Three', ''],
        ...['Pass the full id:', 'cmd --model maker/one', '', 'Docs:  https://maker.test', ''],
        "maker/four  answers questions — Run it headlessly: cmd -p '{}' -m maker/four",
      ].join('\n'),
      ['maker/one-2.1:free', 'maker/two-the-longest', 'own/three'],
    ],
  ];
  for (const [name, providerId, stdout, models] of rows) {
    it(`reads ${name} (${providerId})`, () => {
      assert.deepEqual(parse(providerId, stdout), models);
    });
  }

  it('reads no more than 2,000 models', () => {
    const models = Array.from({ length: 3000 }, (_, number) => ({ value: `m${number}` }));
    assert.equal((parse('claude', response(models)) as readonly unknown[]).length, 2000);
  });
});
