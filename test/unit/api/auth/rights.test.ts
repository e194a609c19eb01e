import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { RIGHTS, TARGETS, type Target } from '../../../../src/api/auth/rights';

/** The rows of the table in docs/api.md. */
function formatRights(): readonly string[] {
  const targets = Object.keys(TARGETS) as Target[];
  const cells = Object.entries(RIGHTS).map(([operation, { person, agent }]) => [
    `\`${operation}\``,
    person.length === targets.length ? 'yes' : 'no',
    ...targets.map((target) => ((agent as readonly Target[]).includes(target) ? 'yes' : '')),
  ]);
  return [['operation', 'a person', ...Object.values(TARGETS)], ...cells].map(
    (row) => `| ${row.join(' | ')} |`,
  );
}

describe('the rights of callers', () => {
  it('are a table in docs/api.md', () => {
    const lines = readFileSync('docs/api.md', 'utf8').split('\n');
    const rows = lines.map((line) => line.replace(/ +/g, ' '));
    for (const row of formatRights()) {
      assert.ok(
        rows.includes(row.replace(/ +/g, ' ')),
        `docs/api.md lacks:\n${formatRights().join('\n')}`,
      );
    }
  });
});
