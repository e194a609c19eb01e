import assert from 'node:assert/strict';
import { clampDimensions } from '../../../src/pty/ptyDimensions';

describe('clampDimensions', () => {
  const table: readonly (readonly [requested: number, cells: number])[] = [
    [80, 80],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-Infinity, 1],
    [1.5, 1],
    [1000, 1000],
    [1001, 1000],
    [70_000, 1000],
    [Infinity, 1000],
    [NaN, 42],
  ];
  for (const [requested, cells] of table) {
    it(`returns ${cells} for ${requested}`, () => {
      const now = { cols: 42, rows: 42 };
      assert.deepEqual(clampDimensions({ cols: requested, rows: 7 }, now), {
        cols: cells,
        rows: 7,
      });
      assert.deepEqual(clampDimensions({ cols: 7, rows: requested }, now), {
        cols: 7,
        rows: cells,
      });
    });
  }

  it('limits the cells of a screen, by its rows', () => {
    const now = { cols: 42, rows: 42 };
    assert.deepEqual(clampDimensions({ cols: 1000, rows: 1000 }, now), { cols: 1000, rows: 131 });
    assert.deepEqual(clampDimensions({ cols: 131, rows: 1000 }, now), { cols: 131, rows: 1000 });
  });
});
