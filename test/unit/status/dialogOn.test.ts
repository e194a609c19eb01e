import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseScreenCase } from '../../../src/status/screens/screenCase';
import { listRecordedScreens, readRecordedScreen } from '../../support/status/recordedScreens';
import { ID, useStatusEngine } from '../../support/status/useStatusEngine';

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
  'cline/120x40/pick-provider.txt',
  'kilocode/100x30/pick-connect-id.txt',
  'mastracode/100x30/pick-settings-value.txt',
  'opencode/100x30/pick-connect-id.txt',
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

  it('is found in a picker of which only a rule and its key that chooses show that it is one', () => {
    fixture.put({ id: 'droid-main-t1' });
    const line = '─'.repeat(40);
    const box = [`╭${line}╮`, '│ Droids', '│ > Create', '│ Personal:', `╰${line}╯`];
    const find = (keys: string) => {
      const rows = [...box.map((row) => row.padEnd(41) + (row.length < 41 ? '│' : '')), keys];
      return fixture.engine.dialogOn('droid-main-t1', { rows, cursor: { row: 0, column: 0 } });
    };
    assert.equal(find('  Use ↑↓ to navigate, Enter to view')?.likely, true);
    assert.equal(find('  Esc to close'), undefined);
  });

  it('is found in each picker around or below which an input can be seen', () => {
    assert.ok(PICKERS.length > 30);
    for (const name of PICKERS) {
      const { provider, screen } = readRecordedScreen(name);
      const id = `${provider}-main-t1`;
      fixture.put({ id });
      assert.equal(fixture.engine.dialogOn(id, screen)?.need, 'question', name);
    }
  });

  it('is found in each picker beside an input that lacks only the cursor', () => {
    const directory = join(process.cwd(), 'test/fixtures/heldOut/seventh');
    for (const name of IN_FRONT) {
      const { provider, screen } = parseScreenCase(readFileSync(join(directory, name), 'utf8'));
      const id = `${provider}-main-t1`;
      fixture.put({ id });
      assert.equal(fixture.engine.dialogOn(id, screen)?.need, 'question', name);
    }
  });
});
