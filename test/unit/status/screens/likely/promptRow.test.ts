import assert from 'node:assert/strict';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import { drawnScreen } from '../../../../support/status/drawnScreen';

const KEYS = ['', 'enter submit'];

describe("the field of a library's prompt", () => {
  for (const [name, rows, question] of [
    ['in the row of its question', ['? Name: (app) ▮'], 'Name: (app)'],
    ['below its question and above its key', ['Name?', '> app▮', ...KEYS], 'Name?'],
    ['in the last row, below its question', ['? Name:', ' ▮'], 'Name:'],
    ['in the last row, below a note', ['? Name:', ' [8 characters]', ' ▮'], 'Name:'],
  ] as const) {
    it(`is found ${name}`, () => {
      const state = readLikely(drawnScreen(rows))?.state;
      assert.equal(state?.kind === 'needsInput' ? state.question : undefined, question);
    });
  }

  for (const [name, rows] of Object.entries({
    'above other rows': ['? Name: app▮', 'Done.'],
    'if the cursor is not behind it': ['? Name:▮ app'],
    'if the cursor is below it': ['? Name: app', '▮'],
    'for the hint of an input': ['? for shortcuts▮'],
    'below a text that does not ask': ['Names', '> app▮', ...KEYS],
    'without a key that submits it': ['Name?', '> app▮', '', 'Done.'],
    'without the mark of a field': ['Name?', 'app▮', ...KEYS],
    'below a note that does not ask': ['? Name', ' [8 characters]', ' ▮'],
    'below several notes': ['? Name:', ' one', ' two', ' ▮'],
    'below a question with a blank row between': ['? Name:', '', 'Done.', ' ▮'],
  })) {
    it(`is not found ${name}`, () => assert.equal(readLikely(drawnScreen(rows)), undefined));
  }
});
