import assert from 'node:assert/strict';
import { isPictureOf } from '../../../bench/report/picture';
import { drawPicture } from '../../../bench/report/pictureSvg';
import { addComment, readComment } from '../../../bench/report/pngComment';
import { readResults } from '../../../bench/report/results';

const { rows } = readResults();

describe('media/performance.png', () => {
  it('shows the results (npm run bench:picture)', () => assert.ok(isPictureOf(rows)));
});

describe('drawPicture', () => {
  it('draws each headline with both values and the factor between them', () => {
    const svg = drawPicture(rows.map((row) => ({ ...row, ours: 2, peer: 25, ratio: 0.08 })));
    const words = [...svg.matchAll(/>([^<>\n]+)<\/text>/g)].map(([, text]) => text);
    const from = words.indexOf('Attach to a session, screen drawn');
    assert.deepEqual(words.slice(from + 1, from + 5), [
      'beside tmux attach',
      '2 ms',
      '25 ms',
      '13x faster',
    ]);
    assert.ok(words.includes('13x less') && words.includes('13x slower'));
  });

  it('refuses results without a headline', () => {
    const others = rows.filter(({ id }) => id !== 'P17');
    assert.throws(() => drawPicture(others), /lack P17 "endless flood: Ctrl-C to prompt"/);
  });
});

describe('addComment', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
    'base64',
  );

  it('adds a text that readComment returns', () => {
    assert.equal(readComment(addComment(png, 'a digest')), 'a digest');
    assert.equal(readComment(png), undefined);
  });
});
