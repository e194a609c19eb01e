import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { drawFamily } from '../../../bench/growth/drawFamily';
import { toPoint, type Family, type Point } from '../../../bench/growth/family';
import { pictureOf, readGrowth } from '../../../bench/growth/growth';

const PAGE = readFileSync('docs/performance.md', 'utf8');

describe('media/growth-*.svg', () => {
  const ids = ['attach', 'cpu', 'echo', 'memory', 'start'];

  it('exists for each family, which the page shows', () => {
    assert.deepEqual(
      readGrowth().map(({ id }) => id),
      ids,
    );
    assert.deepEqual(
      ids.filter((id) => !PAGE.includes(`../media/growth-${id}.svg`)),
      [],
    );
  });

  for (const family of readGrowth()) {
    it(`shows what was measured: ${family.id}`, () => {
      assert.equal(readFileSync(pictureOf(family), 'utf8'), drawFamily(family));
    });
  }
});

describe('toPoint', () => {
  it('is the middle of the values and their spread', () => {
    assert.deepEqual(toPoint(10, [5, 1, 3]), { size: 10, median: 3, least: 1, most: 5 });
  });
});

describe('drawFamily', () => {
  const family: Family = {
    ...{ id: 'echo', title: 'Echo', sizes: 'sessions', unit: 'ms' },
    lines: [{ name: 'ours', points: [toPoint(1, [1, 10]), toPoint(100, [10, 100])] }],
  };

  it('draws equal factors as equal distances', () => {
    const [, points = ''] = /<polyline points='([^']+)'/.exec(drawFamily(family)) ?? [];
    assert.equal(points, '64.0,174.0 616.0,64.0');
  });

  it('labels the powers of ten, the sizes and each point', () => {
    const words = [...drawFamily(family).matchAll(/>([^<>\n]+)<\/text>/g)].map(([, text]) => text);
    assert.deepEqual(words, [
      'Echo, ms',
      '1',
      '10',
      '100',
      '1',
      '100',
      'sessions',
      '10',
      '100',
      'ours',
    ]);
  });

  it('draws a value of 0 at the lower end', () => {
    const points = [toPoint(1, [0, 1]), toPoint(100, [0])];
    const drawn = drawFamily({ ...family, lines: [{ name: 'ours', points }] });
    assert.match(drawn, /<polyline points='64\.0,284\.0 616\.0,284\.0'/);
    assert.doesNotMatch(drawn, /NaN|Infinity/);
  });

  it('leaves out points that were not measured, also all of them', () => {
    const [line] = family.lines;
    assert.ok(line);
    const stored = JSON.parse(JSON.stringify(toPoint(10, []))) as Point;
    const withGap = { ...line, points: [...line.points, toPoint(10, []), stored] };
    assert.equal(drawFamily({ ...family, lines: [withGap] }), drawFamily(family));
    const none = drawFamily({ ...family, lines: [{ name: 'ours', points: [stored] }] });
    assert.doesNotMatch(none, /NaN|Infinity|null/);
  });
});
