import assert from 'node:assert/strict';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import { drawnScreen } from '../../../../support/status/drawnScreen';

const PLAIN = '    Yes        No';
const KEYS = '←→ toggle • enter submit';

describe('buttons in a row', () => {
  for (const [name, rows] of Object.entries({
    'above their keys': ['Delete it?', '', PLAIN, '', KEYS],
    'above their keys and a status line': ['Delete it?', PLAIN, KEYS, 'a', 'b', 'c'],
    'with their keys': ['Delete it?', '[y] Approve   [n] Reject'],
    'with their keys as initials': ['Delete it?', ' [A]llow [D]eny'],
    'in frames': ['Delete it?', '[ Okay ]    [ Cancel ]'],
    'of which the first is marked': ['Delete it?', '  ❯ Accept    Decline', '', KEYS],
    'beside their keys': ['Delete it?', `Allow  Deny  ${KEYS}`],
  })) {
    it(`are found ${name}`, () => {
      const reading = readLikely(drawnScreen(rows));
      assert.equal(reading?.ruleId, 'likely.buttons');
      const { state } = reading;
      assert.equal(state.kind === 'needsInput' ? state.question : undefined, 'Delete it?');
    });
  }

  for (const [name, rows] of Object.entries({
    'without keys': ['Delete it?', PLAIN],
    'of which none refuses': ['Delete it?', '    Yes        Accept', KEYS],
    'of which none grants': ['Delete it?', '    No        Cancel', KEYS],
    'as initials in a text': ['Delete it?', 'Press [A]llow [D]eny'],
    'as initials above an input': ['Delete it?', ' [A]llow [D]eny', '> '],
    'in a text with other columns': ['Delete it?', 'Name    Yes    No', KEYS],
    'above much text': ['Delete it?', PLAIN, KEYS, 'a', 'b', 'c', 'd'],
  })) {
    it(`are not found ${name}`, () => assert.equal(readLikely(drawnScreen(rows)), undefined));
  }
});
