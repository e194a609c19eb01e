import assert from 'node:assert/strict';
import { readLikely, readPanel } from '../../../../../src/status/screens/likely/readLikely';
import { drawnScreen } from '../../../../support/status/drawnScreen';

const RULE = '─'.repeat(40);
const KEYS = '↑↓ move · esc close';
const CHOOSES = '↑↓ move · enter open · esc close';
const ANSWER = ['It is done.', RULE, ' Colour', '❯ 1. Red', '  2. Blue', RULE];
const BOX = [`╭${RULE}╮`, `│ ${'Ask anything'.padEnd(38)} │`, `╰${RULE}╯`];
const CUT = [`╭${RULE}╮`, '│ Sessions', '│ One', '│ Two', '│ ❯ Three', '│ Four'];

describe('a page with a marked entry', () => {
  for (const [name, rows] of Object.entries({
    'above the keys that move and leave': ['Sessions', '❯ First', '', KEYS],
    'below the keys that choose and leave': ['Sessions', CHOOSES, '', '❯ First'],
    'below a field to search it': [RULE, 'Sessions', 'Search…', '❯ First', ''],
    'in a box that names a key': [
      BOX[0] ?? '',
      `│ ${'Sessions'.padEnd(38)} │`,
      `│ ${'Enter to open'.padEnd(38)} │`,
      `│ ${'❯ First'.padEnd(38)} │`,
      `│ ${'  of today'.padEnd(38)} │`,
      BOX[2] ?? '',
    ],
    'between rules above a status line': [...ANSWER, '  ~/app'],
  })) {
    it(`is found ${name}`, () => assert.ok(readLikely(drawnScreen(rows))));
  }

  it('is not found in a viewer of changes', () => {
    const keys = `/ search · ${KEYS}`;
    const rows = (changes: string) => ['Files', 'src/   │', `  ❯ a.ts   │${changes}`, '', keys];
    assert.ok(readLikely(drawnScreen(rows('one'))));
    assert.equal(readLikely(drawnScreen(rows('@@ -0,0 +1 @@'))), undefined);
  });

  it('is that below the last rule, if keys which leave it are there', () => {
    const rows = [RULE, 'Text', RULE, 'All sessions of today', '', `/ filter · ${KEYS}`];
    const state = readLikely(drawnScreen(rows))?.state;
    assert.equal(
      state?.kind === 'needsInput' ? state.question : undefined,
      'All sessions of today',
    );
  });

  it('is found in the place of an input by the place of its entry in the list, also without a title', () => {
    const status = [RULE, '  ~/app'];
    for (const place of ['  (1/2)', '  Message 1 of 1', '  1-1 of 1']) {
      assert.ok(readPanel(drawnScreen([RULE, '', '› First', place, ...status])), place);
      assert.equal(
        readPanel(drawnScreen([RULE, '› First', place, ...status])),
        undefined,
        'a draft',
      );
    }
    assert.equal(
      readPanel(drawnScreen([RULE, '', '› First', '  Message of 1', ...status])),
      undefined,
    );
    assert.equal(readPanel(drawnScreen([RULE, '', 'Text', '› First', ...status])), undefined);
  });

  it('is found in the place of an input, and not in the draft there', () => {
    const status = [RULE, '  ~/app'];
    assert.ok(readPanel(drawnScreen([RULE, 'Select a model', '❯ One', KEYS, ...status])));
    for (const draft of ['❯ Why does it say', '> Why does it say']) {
      assert.equal(readPanel(drawnScreen([RULE, draft, CHOOSES, ...status])), undefined);
    }
  });

  it('is found in a box that goes on below the screen, below several rows', () => {
    assert.ok(readLikely(drawnScreen(CUT, CUT.length)));
    const few = CUT.filter((row) => !/One|Two/.test(row));
    assert.equal(readLikely(drawnScreen(few, few.length)), undefined);
    assert.equal(readLikely(drawnScreen(CUT)), undefined, 'the screen does not end there');
  });

  for (const [name, rows] of Object.entries({
    'where it is typed': ['Sessions', '❯ First▮', '', KEYS],
    'above an input': ['Sessions', '❯ First', '> ', KEYS],
    'of commands that an input completes': ['Sessions', '❯ /model', '', KEYS],
    'as the first row': ['❯ First', '', KEYS],
    'without keys': ['Sessions', '❯ First'],
    'between rules above further text': [...ANSWER.slice(0, -1), 'Text', RULE, '  ~/app'],
    'between rules above an input in a box': [...ANSWER, '', ...BOX, '  ~/app'],
    'between rules above much text': [...ANSWER, 'a', 'b', 'c', 'd'],
  })) {
    it(`is not found ${name}`, () => assert.equal(readLikely(drawnScreen(rows)), undefined));
  }
});
