import assert from 'node:assert/strict';
import { buildGitEnvironment } from '../../../../src/worktrees/git/gitEnvironment';

describe('buildGitEnvironment', () => {
  it('keeps the variables of the person, and drops those of another run or with a prompt', () => {
    const built = buildGitEnvironment({
      HOME: '/h',
      LC_ALL: 'de_DE.UTF-8',
      GIT_CONFIG_GLOBAL: '/c',
      GIT_AUTHOR_NAME: 'A',
      GIT_SSH_COMMAND: 'ssh -x',
      GIT_DIR: '/other',
      GIT_WORK_TREE: '/other',
      GIT_INDEX_FILE: '/other',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.bare',
      GIT_AUTHOR_DATE: '@0',
      GIT_TRACE: '1',
      GIT_ASKPASS: '/ask',
      SSH_ASKPASS: '/ask',
      git_dir: '/other',
    });
    assert.deepEqual(built, {
      HOME: '/h',
      LC_ALL: 'C',
      GIT_CONFIG_GLOBAL: '/c',
      GIT_AUTHOR_NAME: 'A',
      GIT_SSH_COMMAND: 'ssh -x',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '',
      SSH_ASKPASS: '',
      GCM_INTERACTIVE: 'never',
      GIT_EDITOR: 'true',
      GIT_PAGER: 'cat',
    });
  });
});
