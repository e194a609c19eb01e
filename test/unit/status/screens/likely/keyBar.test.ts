import assert from 'node:assert/strict';
import { isKeyBar, readKeyBar } from '../../../../../src/status/screens/likely/keyBar';

describe('a row that describes keys', () => {
  for (const row of [
    '↑↓ navigate · Enter select · Esc cancel',
    '↑/↓: Navigate | Space: Toggle | Enter: Confirm | Esc: Cancel',
    '(Use Enter to select, Ctrl+L to reset, Esc to close)',
    'Press enter to confirm or esc to cancel',
    'Type to search • ↑↓ navigate • Enter select • Tab copy the thread • Esc cancel',
    'left/right group · enter edit shortcut · * custom · - unbound · esc close',
    '↑↓ navigate  enter select  escape/ctrl+c cancel',
    '↑↓ select  1-5 / ↵ toggle  ←/→/tab switch  esc cancel',
    'Navigate: ↑/↓   Resume: Enter   Search: /   Quit: q',
    '↑/↓/j/k nav  |  Space toggle  |  F2/Esc close',
    '↑↓ to navigate · Enter to select · Esc to skip',
  ]) {
    it(`has one that chooses and one that leaves: ${row}`, () => assert.equal(isKeyBar(row), true));
  }

  for (const row of [
    'y approve · n deny',
    'enter send · esc close',
    '/^│ (?:↑↓ to navigate · Enter to select|Space to toggle · Enter to confirm) · Esc to skip /,',
    'Enter:send │ Alt+Enter:newline │ Esc:clear',
    'enter to send · esc to interrupt',
    '←/→ to switch · Esc to close',
    'Press Enter to select the file, then go on with Esc to close',
    'const KEYS = /↑↓ navigate · Enter select · Esc cancel/;',
    'test/a.txt:27: Enter select · Esc cancel',
    '- Enter selects, and Esc leaves the list',
    'Esc to cancel',
    `Enter select · Esc cancel · ${'Tab next · '.repeat(15)}`,
    '',
  ]) {
    it(`is no such row: ${row.slice(0, 60)}`, () => assert.equal(isKeyBar(row), false));
  }

  it('can have keys that are initials of what they do', () => {
    const count = (row: string): number | undefined => readKeyBar(row)?.count;
    assert.deepEqual(['[A]dd • (E)dit • [Esc] Close', '[A]dd • [2]nd'].map(count), [3, undefined]);
  });

  it('moves between entries if its arrows do, and not if they scroll', () => {
    const moves = (row: string): boolean | undefined => readKeyBar(row)?.moves;
    assert.deepEqual(['↑↓ select · esc close', '↑↓ scroll · esc close'].map(moves), [true, false]);
  });
});
