import assert from 'node:assert/strict';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import { drawnScreen } from '../../../../support/status/drawnScreen';

describe('a prompt beside a line', () => {
  it('is found at the end of the screen, also if its question goes on outside of the line', () => {
    for (const rows of [
      ['◇  Which?', '│  One', '◆  Where?', '│  ./app', '└'],
      ['◆  Where?', 'a folder', '│  ./app', '└'],
    ]) {
      const state = readLikely(drawnScreen(rows))?.state;
      assert.equal(state?.kind === 'needsInput' ? state.question : undefined, 'Where?');
    }
  });

  for (const [name, rows] of Object.entries({
    'that is answered': ['◇  Where?', '│  ./app', '└'],
    'without an end': ['◆  Where?', '│  ./app', '│  ./lib'],
    'without a field': ['◆  Where?', '└'],
    'above text': ['◆  Where?', '│  ./app', '└', 'Done.'],
    'with text between': ['◆  Where?', '│  ./app', 'Done.', '│  ./lib', '└'],
    'around an input': ['◆  Ada', '│ > write a test', '└'],
    'below much text': ['◆  Where?', 'a', 'b', 'c', 'd', '│  ./app', '└'],
  })) {
    it(`is not found ${name}`, () => assert.equal(readLikely(drawnScreen(rows)), undefined));
  }
});
