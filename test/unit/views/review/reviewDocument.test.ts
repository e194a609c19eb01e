import assert from 'node:assert/strict';
import {
  formatReviewUri,
  parseReviewUri,
  type ReviewDocument,
} from '../../../../src/views/review/reviewDocument';

const DOCUMENT: ReviewDocument = {
  kind: 'original',
  task: 't1',
  commit: '0123456789012345678901234567890123456789',
  path: 'src/100% of #1?.js',
};

describe('the URI of a read-only document', () => {
  it('has the path of the file, and all else in its query', () => {
    const uri = formatReviewUri(DOCUMENT);
    assert.equal(uri.path, '/src/100% of #1?.js');
    assert.deepEqual(parseReviewUri(uri), DOCUMENT);
  });

  const { path, query } = formatReviewUri(DOCUMENT);
  for (const [name, parts] of [
    ['a query that is not JSON', { path, query: 'x' }],
    ['no query', { path, query: '' }],
    ['a name of a commit', { path, query: query.replace(DOCUMENT.commit, '--output=x') }],
    ['another kind', { path, query: query.replace('original', 'secret') }],
    ['a path without a root', { path: 'a', query }],
  ] as const) {
    it(`is refused with ${name}`, () => assert.equal(parseReviewUri(parts), undefined));
  }
});
