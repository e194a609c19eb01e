import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { addComment, saveComment } from '../../../../src/commands/review/comments';
import { CommandWorld } from '../../../support/views/commandWorld';

const REFUSED = new SessionError('ILLEGAL_STATE', 'It has been sent.');

/** Editors whose comments cannot be stored. */
function refusing(typed: string | undefined) {
  const made = new CommandWorld();
  const refuse = () => Promise.reject(REFUSED);
  const reviewThreads = {
    ...made.deps.reviewThreads,
    add: refuse,
    save: refuse,
    textOf: () => typed,
  };
  return { made, deps: { ...made.deps, reviewThreads } };
}

describe('the text of a comment that cannot be stored', () => {
  it('is opened in a document, as a new one', async () => {
    const { made, deps } = refusing(undefined);
    await assert.rejects(addComment(deps, { text: 'Why?', thread: {} }), REFUSED);
    assert.deepEqual(made.events, ['open as Markdown Why?']);
  });

  it('is opened in a document, as an edited draft', async () => {
    const { made, deps } = refusing('Why not?');
    await assert.rejects(saveComment(deps, { task: 't1', comment: 'c1' }), REFUSED);
    assert.deepEqual(made.events, ['open as Markdown Why not?']);
  });

  it('is not opened if it is blank', async () => {
    const { made, deps } = refusing(' ');
    await assert.rejects(saveComment(deps, { task: 't1', comment: 'c1' }), REFUSED);
    assert.deepEqual(made.events, []);
  });
});
