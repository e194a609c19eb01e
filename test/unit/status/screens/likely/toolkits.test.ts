import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import type { ReadableScreen } from '../../../../../src/status/screens/screenParts';
import { drawnScreen } from '../../../../support/status/drawnScreen';

/**
 * Dialogs as widgets of terminal toolkits draw them by default, each below a row `## ` with its name. `▮`
 * is the cursor; without one it is below the last row.
 */
const FILE = join(__dirname, '../../../../fixtures/toolkits/dialogs.txt');
const ROWS = 40;

describe('the reader of likely questions, on widgets of toolkits', () => {
  const dialogs = readFileSync(FILE, 'utf8').split(/^## /m).slice(1);

  for (const [name = '', ...rows] of dialogs.map((text) => text.trimEnd().split('\n'))) {
    it(`finds ${name}`, () => assert.ok(readLikely(screenOf(rows))));

    // An input stays visible around a popup.
    if (name.includes('popup')) {
      continue;
    }
    it(`finds no question in ${name}, above an input`, () =>
      assert.equal(readLikely(screenOf([...rows, '', '> ▮'])), undefined));
  }

  for (const [name, rows] of Object.entries({
    'a table of keys': [
      '| Key | Action |',
      '| --- | --- |',
      '| Enter | select |',
      '| Esc | cancel |',
    ],
    'the snapshot of a select in a diff': [
      '+ Pick a theme',
      '+ ❯ Dark',
      '-   Light',
      '+ Enter to select',
    ],
    'a log with arrows': ['10:00 > build', '10:01 > test', '10:02 → done', 'No errors.'],
    'a list of tasks': ['- [x] Types', '- [ ] Lint', '- [ ] Tests'],
    'a list with an entry that leaves it, above a text': [
      '▶ Lines',
      '  Colours',
      '  Back',
      '',
      'It lists what',
      'can be chosen.',
    ],
    'the output of a search for a page that waits': [
      'a.txt:1:Options',
      'a.txt:2:',
      'Press return to confirm, tab for options▮',
    ],
    'the output of a search for keys': [
      'a.txt:1:Sessions',
      'a.txt:2: One',
      'Resume: Enter   Search: /   Quit: q▮',
    ],
    'a title with its key above the rule of an input': [
      '     Timeline                                    esc',
      '',
      '     ────────────────────────────────────────',
      '     ❯ Ask▮',
      '     ────────────────────────────────────────',
      '      model (0)',
      '      app (main)',
    ],
    'a heading with a triangle above one entry': ['Steps', '▶ Lines', '  Back'],
    'a list with dots and an entry that leaves': ['Steps', '● Lines', '  Colours', '  Back'],
    'a list of a prompt above a text': ['? Pick one', '❯ One', '  Two', 'Done.'],
    'a list below a heading with a triangle': ['Steps', '▶ Build', '  Test', '  Publish', 'Done.'],
    'a list of steps that ends with a step to leave': ['Steps', '- Build', '- Test', '- Exit'],
    'the list of an input below a note in parentheses': ['❯ One', '  Two', '(three more below)'],
    'a question that is printed': ['? Describe the change:', ' [40 more characters allowed]', '▮'],
    'what to type, in a text': ['Delete the agent.', '> (type its name)', '', '  Esc cancel'],
    'what to type, in an input': ['─'.repeat(40), '> (type a message)', '  esc to interrupt'],
    'a chain of questions that were answered': ['◇  Enter the API key:', 'Get one', '│  sk-', '└'],
    'an open question in a text of several rows': ['◆  Key:', 'a', 'b', 'c', 'd', '│  sk-', '└'],
    'a box below a sentence about keys': [
      'Type what to change and press Enter to send it.',
      `╭${'─'.repeat(40)}╮`,
      `│ ❯${' '.repeat(38)}│`,
      `╰${'─'.repeat(40)}╯`,
    ],
    'a box with text below the keys of a field': [
      'Press Enter, or press Escape to go back.',
      `╭${'─'.repeat(40)}╮`,
      `│ ${'Done.'.padEnd(38)} │`,
      `╰${'─'.repeat(40)}╯`,
    ],
    'a closing question above an input': [
      'I can do one of these:',
      '1. Rename it',
      '2. Remove it',
      'Which do you prefer?',
      '',
      '❯ ▮',
      '  ? for shortcuts',
    ],
  })) {
    it(`finds no question in ${name}`, () => assert.equal(readLikely(screenOf(rows)), undefined));
  }
});

function screenOf(dialog: readonly string[]): ReadableScreen {
  return drawnScreen(['$ ada init', 'Reading the project', '', ...dialog], ROWS);
}
