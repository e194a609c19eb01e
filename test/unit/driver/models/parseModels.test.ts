import assert from 'node:assert/strict';
import { parseModels } from '../../../../src/driver/models/parseModels';
import { providerOf } from '../../../support/agents/transcriptLines';

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
