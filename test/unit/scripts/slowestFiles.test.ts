import assert from 'node:assert/strict';
import { formatSlowestFiles } from '../../../scripts/lib/levels/slowestFiles.mjs';

describe('formatSlowestFiles', () => {
  it('lists the slowest files of all levels, by the names of their sources', () => {
    const levels = [
      {
        level: 'unit tests',
        files: [
          { file: '/r/test/unit/a.test.ts', ms: 1234 },
          { file: '/r/test/unit/b.test.ts', ms: 5 },
        ],
      },
      {
        level: 'integration',
        files: [{ file: '/r/.vscode-test/build/integration-newest/c.test.js', ms: 60_000 }],
      },
    ];
    assert.deepEqual(formatSlowestFiles(levels, { root: '/r', count: 2 }), [
      '60.0 s test/integration/c.test.ts (integration)',
      '1.2 s test/unit/a.test.ts (unit tests)',
    ]);
  });
});
