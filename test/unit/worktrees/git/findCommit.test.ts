import assert from 'node:assert/strict';
import { findCommit } from '../../../../src/worktrees/git/branches';
import { Git } from '../../../../src/worktrees/git/git';
import { ManualClock } from '../../../support/manualClock';

describe('findCommit', () => {
  function gitThatGives(code: number | null, stdout = '', stderr = ''): Git {
    const runCommand = () => Promise.resolve({ kind: 'done' as const, code, stdout, stderr });
    return new Git({
      clock: new ManualClock(),
      runCommand,
      findExecutable: () => Promise.resolve({ kind: 'found', path: '/usr/bin/git' }),
      gitPath: () => 'git',
      home: '/h',
      env: {},
    });
  }

  it('returns what git prints', async () => {
    assert.equal(await findCommit(gitThatGives(0, 'abc\n'), '/repo', 'HEAD'), 'abc');
  });

  it('returns undefined for an unknown name', async () => {
    assert.equal(await findCommit(gitThatGives(1), '/repo', 'HEAD'), undefined);
  });

  for (const code of [128, null]) {
    it(`rejects with the error of git for the exit code ${code}`, async () => {
      await assert.rejects(
        findCommit(gitThatGives(code, '', 'fatal: cannot read HEAD'), '/repo', 'HEAD'),
        { code: 'ILLEGAL_STATE', message: /cannot read HEAD/ },
      );
    });
  }
});
