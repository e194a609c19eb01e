import assert from 'node:assert/strict';
import {
  formatCostliestFolders,
  formatSlowestFiles,
} from '../../../scripts/lib/levels/slowestFiles.mjs';

describe('the times of test files', () => {
  const levels = [
    {
      level: 'unit tests',
      files: [
        { file: '/r/test/unit/pty/session/a.test.ts', ms: 1234, cpuMs: 1000 },
        { file: '/r/test/unit/pty/b.test.ts', ms: 5, cpuMs: 500 },
      ],
    },
    {
      level: 'integration',
      files: [
        { file: '/r/.vscode-test/build/integration-newest/c.test.js', ms: 60_000, cpuMs: 100 },
      ],
    },
  ];

  it('list the slowest files of all levels, by the names of their sources', () => {
    assert.deepEqual(formatSlowestFiles(levels, { root: '/r', count: 2 }), [
      '60.0 s test/integration/c.test.ts (integration)',
      '1.2 s test/unit/pty/session/a.test.ts (unit tests)',
    ]);
  });

  it('add up the CPU of a folder of a level', () => {
    assert.deepEqual(formatCostliestFolders(levels, { root: '/r', count: 2 }), [
      '1.5 s test/unit/pty',
      '0.1 s test/integration',
    ]);
  });
});
