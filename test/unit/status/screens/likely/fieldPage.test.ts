import assert from 'node:assert/strict';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import { drawnScreen } from '../../../../support/status/drawnScreen';

const LINE = '─'.repeat(50);
const STATUS = '  ~/app                              Agent';

function inBox(...rows: readonly string[]): ReturnType<typeof readLikely> {
  const box = rows.map((row) => `│ ${row.padEnd(48)} │`);
  return readLikely(drawnScreen([`╭${LINE}╮`, ...box, `╰${LINE}╯`, STATUS]));
}

describe('an empty field in a box', () => {
  const question = '? What is the sender called?';
  const field = '  ❯ ▊';
  const keys = 'Type answer, Enter submit';

  it('is a question between one and its keys', () => {
    const state = inBox(question, '', field, '', keys)?.state;
    assert.equal(state?.kind === 'needsInput' ? state.question : undefined, question.trim());
  });

  for (const [name, rows] of Object.entries({
    'without a question': ['Sender', field, keys],
    'without keys': [question, field, 'Type answer'],
    'without a mark': [question, 'A text', keys],
    'with keys that send': [question, field, 'Enter to send'],
  })) {
    it(`is none ${name}`, () => assert.equal(inBox(...rows), undefined));
  }
});
