import assert from 'node:assert/strict';
import {
  commandPlaces,
  listRecordedDialogs,
  readWholeRequest,
  withRow,
  type RecordedDialog,
} from '../../../support/status/recordedDialogs';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

/** Lines and blocks that a command can contain. */
const LINES = ['─', '━', '═', '╌', '│', '█', '▓', '░', '▀', '─ ', '█░'];

describe('a request with rows of lines or blocks', () => {
  for (const dialog of listRecordedDialogs()) {
    it(`T7: reads differently with any of them, and with more: ${dialog.file}`, () => {
      const read = changesOf(dialog).flatMap((row) => readWholeRequest(dialog.provider, row) ?? []);
      assert.deepEqual(read, [...new Set(read)]);
      assert.ok(!read.includes(dialog.request));
    });
  }

  it('T7: is read from most dialogs', () => {
    const read = listRecordedDialogs().filter((dialog) =>
      changesOf(dialog).some((screen) => readWholeRequest(dialog.provider, screen) !== undefined),
    );
    assert.ok(read.length > 60, `${read.length} dialogs`);
  });
});

describe('a dialog that clips the rows of its command', () => {
  it('T7: is not whole, since characters between two rows are missing', () => {
    const { provider, screen } = readRecordedScreen('qwen-24-permission-long-120x40.txt');
    assert.equal(readWholeRequest(provider, screen), undefined);
  });
});

/** The screen with a line of each kind, in two lengths, in the place of the command. */
function changesOf(dialog: RecordedDialog) {
  const [place] = commandPlaces(dialog);
  assert.ok(place);
  const { at, row, column } = place;
  const end = row.slice(column).search(/\s*│(?: │)?$|$/) + column;
  const room = end - column;
  return LINES.flatMap((line) =>
    [room, room - 3].map((length) => {
      const text = line.repeat(length).slice(0, length).padEnd(room);
      return withRow(dialog.screen, at, row.slice(0, column) + text + row.slice(end));
    }),
  );
}
