import assert from 'node:assert/strict';
import {
  formatReviewQuery,
  parseReviewQuery,
  type ReviewDocument,
} from '../../../../src/views/review/reviewDocument';

const DOCUMENT: ReviewDocument = {
  kind: 'original',
  task: 't1',
  commit: '0123456789012345678901234567890123456789',
  path: 'src/100% of #1?.js',
};

describe('the query of a read-only document', () => {
  const query = formatReviewQuery(DOCUMENT);

  it('has all of it', () => {
    assert.deepEqual(parseReviewQuery(query), DOCUMENT);
  });

  it('is the same for the same document', () => {
    const { kind, ...rest } = DOCUMENT;
    const reversed = { ...rest, kind } as ReviewDocument;
    assert.notEqual(JSON.stringify(reversed), JSON.stringify(DOCUMENT));
    assert.equal(formatReviewQuery(reversed), query);
  });

  for (const [name, other] of [
    ['that is not JSON', 'x'],
    ['that is empty', ''],
    ['with a name of a commit', query.replace(DOCUMENT.commit, '--output=x')],
    ['of another kind', query.replace('original', 'secret')],
    ['without a path', query.replace(DOCUMENT.path, '')],
  ] as const) {
    it(`is refused ${name}`, () => assert.equal(parseReviewQuery(other), undefined));
  }
});
