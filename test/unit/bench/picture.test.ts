import assert from 'node:assert/strict';
import { ROWS } from '../../../bench/report/goals';
import { isPictureOf } from '../../../bench/report/picture';
import { drawPicture } from '../../../bench/report/pictureSvg';
import { addComment, readComment } from '../../../bench/report/pngComment';
import { readResults } from '../../../bench/report/results';

/** The texts of a picture, in the order of their rows. */
const textsOf = (svg: string): readonly string[] =>
  [...svg.matchAll(/>([^<>\n]+)<\/text>/g)].map(([, text = '']) => text);

describe('media/performance.png', () => {
  it('shows the results (npm run bench:page)', () => assert.ok(isPictureOf(readResults())));
});

describe('drawPicture', () => {
  it('draws the worst part of a row with both values, to scale, and whether all goals are met', () => {
    const measured = { ours: 30, peer: 25, ratio: 1.2, more: 5 };
    const parts = {
      'light rc': { ...measured, ratio: 1 },
      'heavy rc': { ...measured, ratio: 1.3 },
    };
    const svg = drawPicture({ F5: { date: '', machine: '', parts } });
    const texts = textsOf(svg);
    const from = texts.indexOf('from a command to its first output');
    assert.deepEqual(texts.slice(from + 1, from + 5), [
      ...['heavy rc, beside $SHELL -lic by node-pty', '30 ms', '25 ms', 'missed'],
    ]);
    assert.ok(svg.includes("width='300.0'") && svg.includes("width='250.0'"));
  });

  it('names the rows that are not measured yet', () => {
    const texts = textsOf(drawPicture({}));
    assert.equal(texts.filter((text) => text === 'not measured yet').length, ROWS.length);
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
