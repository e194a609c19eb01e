import assert from 'node:assert/strict';
import { LAST_ANSWER_CHARS } from '../../../../src/operations/limits';
import { describeLastAnswer } from '../../../../src/operations/views/lastAnswerView';

describe('describeLastAnswer', () => {
  it('leaves a text up to the limit as it is', () => {
    const text = 'x'.repeat(LAST_ANSWER_CHARS);
    assert.deepEqual(describeLastAnswer({ text, source: 'screen' }), {
      ...{ text, source: 'screen', notice: null },
    });
  });

  it('leaves out the rest of a longer one, cuts no character, and states it in a sentence', () => {
    const text = `${'x'.repeat(LAST_ANSWER_CHARS - 1)}😀 and more`;
    const { text: shown, notice } = describeLastAnswer({ text, source: 'transcript' });
    assert.equal(shown, 'x'.repeat(LAST_ANSWER_CHARS - 1));
    assert.equal(
      notice,
      'The answer has 1048586 characters, and only the first 1048575 are here: Agents: Copy Last Answer copies all.',
    );
  });

  it('has the notice of the answer, also before that of a longer text', () => {
    const notice = 'The agent still works.';
    const answer = { source: 'screen', notice } as const;
    assert.equal(describeLastAnswer({ ...answer, text: 'x' }).notice, notice);
    const long = describeLastAnswer({ ...answer, text: 'x'.repeat(LAST_ANSWER_CHARS + 1) });
    assert.match(long.notice ?? '', /^The agent still works\. The answer has 1048577 characters, /);
  });
});
