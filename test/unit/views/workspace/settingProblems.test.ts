import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import type { SettingProblem } from '../../../../src/config/settings';
import { watchSettingProblems } from '../../../../src/views/workspace/settingProblems';

describe('watchSettingProblems', () => {
  const problem = (key: string): SettingProblem => ({
    key,
    was: 'x',
    expected: 'a number',
    used: 1,
  });

  function subject(...problems: SettingProblem[]) {
    const settings = new Emitter<void>();
    const folders = new Emitter<void>();
    const world = { problems };
    const notices: string[] = [];
    const watch = watchSettingProblems({
      settings: { onDidChange: settings.event, read: () => world },
      folders: () => [],
      onDidChangeFolders: folders.event,
      showNotice: (notice) => notices.push(/agentTerminals\.(\w+)/.exec(notice)?.[1] ?? notice),
    });
    return { settings, folders, world, notices, watch };
  }

  it('shows each problem once, until it is corrected', () => {
    const { settings, world, notices } = subject(problem('one'));
    settings.fire();
    assert.deepEqual(notices, ['one']);
    world.problems = [];
    settings.fire();
    world.problems = [problem('one')];
    settings.fire();
    assert.deepEqual(notices, ['one', 'one']);
  });

  it('checks the settings of an added folder', () => {
    const { folders, world, notices } = subject();
    world.problems = [problem('two')];
    folders.fire();
    assert.deepEqual(notices, ['two']);
  });

  it('keeps no listener after dispose', () => {
    const { settings, folders, watch } = subject();
    watch.dispose();
    assert.deepEqual([settings.hasListeners, folders.hasListeners], [false, false]);
  });
});
