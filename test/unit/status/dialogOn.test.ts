import assert from 'node:assert/strict';
import { listRecordedScreens, readRecordedScreen } from '../../support/status/recordedScreens';
import { ID, useStatusEngine } from '../../support/status/useStatusEngine';

describe('the dialog on a screen, for prompts', () => {
  const fixture = useStatusEngine();

  it('is found below all that its command can contain, and in each recorded dialog of the agent [A34]', () => {
    fixture.put();
    const find = (rows: readonly string[]) =>
      fixture.engine.dialogOn(ID, { rows, cursor: { row: 0, column: 0 } })?.need;
    const { rows } = readRecordedScreen('claude-11-permission.txt').screen;
    assert.equal(find(rows), 'permission');
    const covered = rows.with(-1, '  Showing detailed transcript · ctrl+o to toggle');
    assert.equal(find(covered), 'permission');
    assert.equal(find(['Hello']), undefined);
    for (const name of listRecordedScreens().filter((one) =>
      /^claude-\d+-permission(?!s)/.test(one),
    )) {
      assert.equal(find(readRecordedScreen(name).screen.rows), 'permission', name);
    }
  });
});
