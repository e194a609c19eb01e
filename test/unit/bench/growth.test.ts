import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { drawFamily } from '../../../bench/growth/drawFamily';
import {
  ROW_COUNTS,
  SESSION_COUNTS,
  toPanel,
  toPoint,
  type Line,
  type Point,
  type StoredFamily,
} from '../../../bench/growth/family';
import { pictureOf, readGrowth } from '../../../bench/growth/growth';
import { formatMachine, thisMachine } from '../../../bench/report/machine';

const PAGE = readFileSync('docs/performance.md', 'utf8');

describe('media/growth-*.svg', () => {
  const ids = ['attach', 'cpu', 'echo', 'memory', 'start', 'throughput'];

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
    it(`has 1 to 128 sessions and 1,000 to 100,000 rows: ${family.id}`, () => {
      const sizes = family.panels.map(({ lines }) =>
        lines.map(({ points }) => points.map(({ size }) => size)),
      );
      const [bySessions, byRows] = family.panels;
      assert.deepEqual(sizes, [
        bySessions.lines.map(() => SESSION_COUNTS),
        byRows.lines.map(() => ROW_COUNTS),
      ]);
    });

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

describe('toPanel', () => {
  it('has a line for each name, with a point for each size', () => {
    const rounds = new Map([
      [1, [{ ours: '1' }, { ours: '3', peer: '5' }]],
      [10, [{ ours: '7' }]],
    ]);
    assert.deepEqual(toPanel('sessions', rounds, Number), {
      sizes: 'sessions',
      lines: [
        { name: 'ours', points: [toPoint(1, [1, 3]), toPoint(10, [7])] },
        { name: 'peer', points: [toPoint(1, [5]), toPoint(10, [])] },
      ],
    });
  });
});

describe('drawFamily', () => {
  const draw = (bySessions: readonly Line[], byRows = bySessions): string => {
    const family: StoredFamily = {
      ...{ id: 'echo', title: 'Echo', unit: 'ms', rounds: 5 },
      machine: { cpu: 'A <fast> one', cores: 2, node: 'v24.0.0' },
      panels: [
        { sizes: 'sessions', lines: bySessions },
        { sizes: 'rows', lines: byRows },
      ],
    };
    return drawFamily(family);
  };
  const lineOf = (...points: readonly Point[]): Line => ({ name: 'ours', points });
  const measured = lineOf(toPoint(1, [1, 10]), toPoint(100, [10, 1000]));

  it('draws equal factors as equal distances, in the same range in both panels', () => {
    const drawn = draw([measured], [lineOf(toPoint(1, [100]))]);
    const lines = [...drawn.matchAll(/<polyline points='([^']+)'/g)].map(([, points]) => points);
    assert.deepEqual(lines, ['100.0,198.0 428.0,70.0', '580.0,134.0']);
  });

  it('draws the spread of each point as a vertical line', () => {
    assert.match(draw([measured]), /<line x1='428\.0' y1='198\.0' x2='428\.0' y2='70\.0'/);
  });

  it('labels the powers of ten, the sizes, and below each size the medians', () => {
    const words = [...draw([measured], []).matchAll(/>([^<>\n]+)<\/text>/g)].map(
      ([, text]) => text,
    );
    assert.deepEqual(words, [
      ...['Echo, ms', 'ours'],
      ...['1', '10', '100', '1,000'],
      ...['1', '100', '10', '1,000', 'sessions'],
      ...['1', '10', '100', '1,000', 'rows'],
      words.at(-1),
    ]);
  });

  it('names the machine and the rounds', () => {
    const text =
      'A &lt;fast> one, 2 cores, Node v24.0.0. A point is the median of 5 rounds, a vertical line their spread.';
    assert.ok(draw([measured]).includes(`>${text}</text>`));
  });

  it('labels a short range between the powers of ten too', () => {
    const drawn = draw([lineOf(toPoint(1, [10]), toPoint(10, [100]))]);
    for (const label of ['20', '50']) {
      assert.ok(drawn.includes(`>${label}</text>`), label);
    }
  });

  it('draws lines beside each other whose points have the same size', () => {
    const other = { ...measured, name: 'peer' };
    const drawn = draw([measured, other]);
    const lines = [...drawn.matchAll(/<polyline points='([^, ]+),/g)].map(([, x]) => x);
    assert.deepEqual(lines, ['96.5', '103.5', '576.5', '583.5']);
  });

  it('draws a value of 0 at the lower end', () => {
    const drawn = draw([lineOf(toPoint(1, [0, 1]), toPoint(100, [0]))]);
    assert.match(drawn, /<polyline points='100\.0,262\.0 428\.0,262\.0'/);
    assert.doesNotMatch(drawn, /NaN|Infinity/);
  });

  it('leaves out points that were not measured, also all of them', () => {
    const stored = JSON.parse(JSON.stringify(toPoint(10, []))) as Point;
    const withGap = lineOf(...measured.points, toPoint(10, []), stored);
    assert.equal(draw([withGap]), draw([measured]));
    assert.doesNotMatch(draw([lineOf(stored)]), /NaN|Infinity|null/);
  });
});

describe('formatMachine', () => {
  it('is a list of its processor, cores and Node', () => {
    const machine = { cpu: '', cores: 1, node: 'v24.0.0' };
    assert.equal(formatMachine(machine), 'unknown processor, 1 core, Node v24.0.0');
    assert.equal(thisMachine().node, process.version);
  });
});
