import assert from 'node:assert/strict';
import { readHeldOutScreen } from '../../support/status/heldOutScreens';
import { listRecordedScreens, readRecordedScreen } from '../../support/status/recordedScreens';
import { ID, recorded, screenOf, useStatusEngine } from '../../support/status/useStatusEngine';

/** Pickers with an input around or above them, or with text above them that looks like one. */
const PICKERS = [
  'claude-50-model-80x24.txt',
  'codex-50-model-80x24.txt',
  ...listRecordedScreens().filter((name) =>
    /^(?:cline|codex|kilocode|mastracode|opencode|pi)\/.*\/question-(?!rejection)/.test(name),
  ),
];

/** Pickers that only the cursor outside of the input, or a field below their title, shows to be in front. */
const IN_FRONT = [
  'seventh/cline/120x40/pick-provider.txt',
  'seventh/kilocode/100x30/pick-connect-id.txt',
  'seventh/mastracode/100x30/pick-settings-value.txt',
  'seventh/opencode/100x30/pick-connect-id.txt',
];

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

  it('is unknown in each picker, around or below which an input can be seen, so that the screen is not recognised', () => {
    const screens = [...PICKERS.map(readRecordedScreen), ...IN_FRONT.map(readHeldOutScreen)];
    assert.ok(screens.length > 30);
    for (const { provider, screen, note } of screens) {
      const id = `${provider}-main-t1`;
      fixture.put({ id });
      const { engine } = fixture;
      const isKept = engine.isUnrecognised(id, screen) || engine.dialogOn(id, screen) !== undefined;
      assert.ok(isKept, `${provider}: ${note}`);
    }
    fixture.put({ id: 'cursor-main-t1' });
    assert.ok(!fixture.engine.isUnrecognised('cursor-main-t1', screenOf(['Hello'])), 'no rules');
    assert.ok(!fixture.engine.isUnrecognised(ID, recorded('claude-07-answer.txt')));
  });
});
