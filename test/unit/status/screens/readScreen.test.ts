import assert from 'node:assert/strict';
import { isInInput } from '../../../../src/status/screens/readScreen';
import { drawnScreen } from '../../../support/status/drawnScreen';

const INPUT = { row: /^│/, end: /^╰─+╯$/ };
const TEXT = ['╭────────╮', '│ quoted │', '╰────────╯', ''];
const ends = (first: string, second: string): boolean =>
  isInInput(INPUT, drawnScreen([...TEXT, '╭────────╮', first, second, '╰────────╯', 'model']));

describe('the cursor of an agent', () => {
  it('is in its input in any of the rows', () => {
    assert.ok(ends('│ > ▮     │', '│        │'));
    assert.ok(ends('│ > one  │', '│ two▮    │'));
    assert.ok(ends('│▮', '│ two'), 'a side without text behind it');
  });

  it('is not in it if it is elsewhere', () => {
    const rows = ['╭────────╮', '│ >      │', '╰────────╯'];
    const places = [
      ['▮It is done.', ...rows],
      [...TEXT.slice(0, 1), '│ qu▮oted │', ...TEXT.slice(2), ...rows],
      ['▮╭────────╮', ...rows.slice(1)],
      [...rows.slice(0, 2), '╰────▮────╯'],
      [...rows, '▮model'],
    ];
    for (const place of places) {
      assert.equal(isInInput(INPUT, drawnScreen(place)), false, place.join('\n'));
    }
  });

  it('is hidden behind the right side of a box', () => {
    assert.equal(ends('│ >      │▮', '│        │'), false);
  });
});
