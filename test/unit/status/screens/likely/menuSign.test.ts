import assert from 'node:assert/strict';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import { drawnScreen } from '../../../../support/status/drawnScreen';

const LINE = '─'.repeat(50);
const MENU = [
  'Run it?',
  '',
  '❯ 1. Yes',
  '  2. No',
  '',
  '↑↓ navigate · enter select · esc cancel',
  '',
];

describe('a menu with its keys', () => {
  it('is a question above a status line', () => {
    assert.ok(readLikely(drawnScreen([...MENU, ' ~/app'])));
  });

  it('is text above an input that is drawn with half blocks', () => {
    const input = [`╻${'▄'.repeat(40)}`, '┃ ▮', `╹${'▀'.repeat(40)}`];
    assert.equal(readLikely(drawnScreen([...MENU, ' ~/app', ...input])), undefined);
  });

  it('is text if none of its options can be chosen', () => {
    const options = ['❯ First   off (unavailable here)', '  Second  off (not available)'];
    const keys = ['', 'esc to close'];
    assert.equal(
      readLikely(drawnScreen([LINE, 'Some tools are off.', '', ...options, ...keys])),
      undefined,
    );
    assert.ok(
      readLikely(drawnScreen([LINE, 'Some tools are off.', '', ...options, '  Third', ...keys])),
    );
  });

  it('has none above the box that is around it', () => {
    const menu = ['❯ First option', '  Second option'];
    const box = menu.map((row) => `│ ${row.padEnd(48)} │`);
    const status = '  ~/app                              Agent';
    const above = ['↑↓ to navigate, Enter to select', ''];
    assert.ok(readLikely(drawnScreen([...above, ...menu, '', status])));
    const boxed = [...above, `╭${LINE}╮`, ...box, `╰${LINE}╯`, status];
    assert.equal(readLikely(drawnScreen(boxed)), undefined);
  });
});
