import assert from 'node:assert/strict';
import type { CommandsEnd } from '../../../../src/agents/start/commandRuns';
import { describeCommandsEnd } from '../../../../src/commands/tasks/terminalRuns';

const CASES: readonly (readonly [CommandsEnd, string | undefined])[] = [
  [{ kind: 'done' }, undefined],
  [
    { kind: 'failed', command: 'npm ci', exitCode: 7 },
    '"npm ci" of the setup of task "Till" failed with code 7: its terminal shows why.',
  ],
  [
    { kind: 'failed', command: undefined, exitCode: 2 },
    'The setup of task "Till" failed with code 2: its terminal shows why.',
  ],
  [
    { kind: 'failed', command: 'x'.repeat(100), exitCode: null },
    `"${'x'.repeat(79)}…" of the setup of task "Till" was ended by a signal: its terminal shows the output.`,
  ],
  [{ kind: 'cancelled' }, 'The setup of task "Till" was ended before it was done.'],
];

describe('describeCommandsEnd', () => {
  for (const [end, expected] of CASES) {
    it(`returns for ${JSON.stringify(end).slice(0, 60)}: ${expected?.slice(0, 40)}`, () =>
      assert.equal(describeCommandsEnd(end, 'the setup of task "Till"'), expected));
  }
});
