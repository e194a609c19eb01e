import assert from 'node:assert/strict';
import { GIT_DEFAULTS, withGitDefault } from '../../../src/config/gitDefaults';
import type { SettingLayers } from '../../../src/config/workspaceValues';

const UNSET: SettingLayers = {
  defaultValue: [],
  userValue: undefined,
  workspaceValue: undefined,
  folderValue: undefined,
};

describe('withGitDefault', () => {
  const resolve = (
    key: 'worktree.copy' | 'worktree.symlink',
    git: Partial<SettingLayers>,
    own: Partial<SettingLayers> = {},
  ): SettingLayers => {
    const gitDefault = GIT_DEFAULTS[key];
    assert.ok(gitDefault);
    return withGitDefault({ ...UNSET, ...own }, { ...UNSET, ...git }, gitDefault);
  };

  it('converts globs, which begin at the folder, to patterns', () => {
    const userValue = ['.env', '**/.env.{local,test}', './a/*.json', '!x', '{a,b}/{c,d}', 5];
    assert.deepEqual(resolve('worktree.copy', { userValue }).userValue, [
      '/.env',
      '/**/.env.local',
      '/**/.env.test',
      '/a/*.json',
      '/!x',
      ...['/a/c', '/a/d', '/b/c', '/b/d'],
    ]);
  });

  it('keeps the layer, so that a workspace’s value is confirmed as one of ours', () => {
    const workspaceValue = ['node_modules'];
    const layers = resolve('worktree.symlink', { workspaceValue });
    assert.deepEqual(layers, { ...UNSET, workspaceValue });
  });

  it('does not apply where ours is set, or theirs is no list', () => {
    const userValue = ['.env'];
    const own = { workspaceValue: [] };
    assert.deepEqual(resolve('worktree.copy', { userValue }, own), { ...UNSET, ...own });
    assert.deepEqual(resolve('worktree.copy', { userValue: 'x' }), UNSET);
  });
});
