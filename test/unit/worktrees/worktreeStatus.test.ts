import assert from 'node:assert/strict';
import { parseStatus } from '../../../src/worktrees/worktreeStatus';

describe('parseStatus', () => {
  it('parses each kind of record, and unusual names', () => {
    const hashes = 'a'.repeat(40);
    const records = [
      `# branch.oid ${hashes}`,
      '# branch.head agent/fix',
      '# branch.upstream origin/agent/fix',
      '# branch.ab +1 -2',
      `1 .M N... 100644 100644 100644 ${hashes} ${hashes} with  two spaces`,
      `2 R. N... 100644 100644 100644 ${hashes} ${hashes} R100 new\nname`,
      '? old name',
      `u UU N... 100644 100644 100644 100644 ${hashes} ${hashes} ${hashes} "quoted"`,
      '? 1 .M',
      '? 🚀/ x ',
      '! ignored',
    ];
    assert.deepEqual(parseStatus(records.join('\0') + '\0'), {
      head: hashes,
      branch: 'agent/fix',
      upstream: 'origin/agent/fix',
      changed: ['with  two spaces', 'new\nname', '"quoted"'],
      untracked: ['1 .M', '🚀/ x '],
    });
  });

  it('parses a repository without a commit, and a detached head', () => {
    const text = '# branch.oid (initial)\0# branch.head (detached)\0';
    assert.deepEqual(parseStatus(text), {
      head: undefined,
      branch: undefined,
      upstream: undefined,
      changed: [],
      untracked: [],
    });
  });

  it('returns no changes for an empty text', () => {
    assert.deepEqual(parseStatus('').changed, []);
  });
});
