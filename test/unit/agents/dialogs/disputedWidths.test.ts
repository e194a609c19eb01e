import assert from 'node:assert/strict';
import type { ReadableScreen } from '../../../../src/status/screens/screenParts';
import { AnsweredAgent } from '../../../support/agents/answeredAgent';
import { createScreen } from '../../../support/pty/screens';
import {
  commandPlaces,
  listRecordedDialogs,
  readWholeRequest,
  withRow,
} from '../../../support/status/recordedDialogs';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

/** Characters for which programs count different columns. */
const DISPUTED: Readonly<Record<string, string>> = {
  'a joined emoji': '👩‍👩‍👧',
  'a variation selector': '❤\ufe0f',
  'a selector for text': '⌚\ufe0e',
  'a keycap': '1\ufe0f\u20e3',
  'a skin tone': '👍🏽',
  'a flag': '🇩🇪',
  'half a flag': '🇩',
  'a flag of tags': '🏴\u{e0067}\u{e0062}\u{e007f}',
  'an emoji': '😀',
  'an emoji of a later Unicode': '\u{1fae9}',
  'a combining mark': 'e\u0301',
  'a zero-width space': '\u200b',
  'a soft hyphen': '\u00ad',
  'a joiner alone': '\u200d',
  'a mark of direction': '\u202e',
  'an ambiguous letter': 'é',
  'an ambiguous sign': '§',
  'an ambiguous number': '①',
  'an ambiguous star': '★',
  'a Cyrillic letter': 'ж',
  'a conjoining Jamo': '\u1100\u1161',
  'an Indic conjunct': '\u0915\u094d\u0937',
  'a private character': '\ue0b0',
  'an unassigned character': '\u{3fffd}',
};

const DIALOGS = listRecordedDialogs();

describe('a request with a character whose width is disputed', () => {
  for (const dialog of DIALOGS) {
    it(`T2: is not whole, wherever that is in its command: ${dialog.file}`, () => {
      const { provider, screen } = dialog;
      for (const { at, row, column } of commandPlaces(dialog)) {
        for (const [what, character] of Object.entries(DISPUTED)) {
          const changed = row.slice(0, column) + character + row.slice(column);
          const shown = withRow(screen, at, changed);
          assert.equal(readWholeRequest(provider, shown), undefined, `${what}: ${changed}`);
        }
      }
    });

    it(`T2: gets no key for its approval: ${dialog.file}`, async () => {
      const [place] = commandPlaces(dialog);
      const whole = readWholeRequest(dialog.provider, dialog.screen);
      assert.ok(place && whole);
      const { at, row, column } = place;
      for (const character of Object.values(DISPUTED)) {
        const changed = row.slice(0, column) + character + row.slice(column);
        const agent = new AnsweredAgent();
        agent.status.provider = dialog.provider;
        agent.show(withRow(dialog.screen, at, changed));
        const told = whole.replace(row.trim(), () => changed.trim());
        await agent.refused(agent.approve(told), /not certain|not intact|only a part/);
        assert.deepEqual(agent.typed, [], changed);
      }
    });
  }
});

describe('a dialog whose rows the terminal wraps', () => {
  const FILES = {
    gemini: 'gemini/80x24/permission.txt',
    copilot: 'copilot/80x24/permission.txt',
    claude: 'claude/80x24/permission.txt',
  };

  /** What the terminal shows if a CLI draws these rows, which are too wide for it. */
  async function draw(rows: readonly string[]): Promise<ReadableScreen> {
    const screen = createScreen({ cols: 80, rows: 24 });
    screen.write(Buffer.from(rows.join('\r\n')));
    return screen.visible();
  }

  it('T2: is whole as its CLI draws it, and not with an end of a row that looks like its top', async () => {
    for (const [provider, file] of Object.entries(FILES)) {
      const { screen } = readRecordedScreen(file);
      const top = screen.rows.findLastIndex((row) => /^[╭─]─{10,}/.test(row));
      const dialog = screen.rows.slice(top);
      const isWhole = async (rows: readonly string[]) =>
        readWholeRequest(provider, await draw(['', ...rows])) !== undefined;
      assert.ok(await isWhole(dialog), file);
      // The first command is not read if its last row ends with the top of the dialog.
      const evil = (filler: string): readonly string[] => [
        dialog[0] ?? '',
        `│ │ rm -rf ~ ${filler.padEnd(80 - 12)}${dialog[0]}`,
        ...dialog.slice(1),
      ];
      assert.ok(!(await isWhole(evil(''))), file);
      assert.ok(!(await isWhole(evil('👩‍👩‍👧'.repeat(3)))), file);
    }
  });

  it('T2: is not whole if a side is open, a row is longer, or the rows of a box are above its top', () => {
    const { screen } = readRecordedScreen(FILES.gemini);
    const top = screen.rows.findLastIndex((row) => /^╭─/.test(row));
    const command = screen.rows.findLastIndex((row) => /^│ │ echo/.test(row));
    const changes: readonly (readonly [number, (row: string) => string])[] = [
      [command, (row) => row.slice(0, -1)],
      [command, (row) => row.replace(' │ │', '  │ │')],
      [command, (row) => row.replace('│ │ echo', '  │ echo')],
      [top, (row) => row.replace('─', '')],
      [top - 1, () => '│ rm -rf ~                    │'],
      [screen.rows.findLastIndex((row) => /^╰─/.test(row)), () => ''],
    ];
    assert.ok(readWholeRequest('gemini', screen) !== undefined);
    for (const [at, change] of changes) {
      const changed = withRow(screen, at, change(screen.rows[at] ?? ''));
      assert.equal(readWholeRequest('gemini', changed), undefined, changed.rows[at]);
    }
  });
});
