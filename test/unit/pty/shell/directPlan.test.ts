import assert from 'node:assert/strict';
import { planDirectStart, type DirectStart } from '../../../../src/pty/shell/directPlan';
import { describeShell } from '../../../../src/pty/shell/shells';

const START: DirectStart = {
  cli: { name: 'agent', path: '/opt/agent' },
  args: ['-p', "it's"],
  tmux: false,
  afterExit: 'shell',
  shell: describeShell('/bin/zsh'),
  cwd: '/home/ada',
  env: { A: 'b' },
};
const PLACE = { cwd: '/home/ada', env: { A: 'b' } };

describe('planDirectStart', () => {
  it('starts the CLI with unchanged arguments, and a login shell as its follow-up', () => {
    assert.deepEqual(planDirectStart(START), {
      kind: 'possible',
      program: { file: '/opt/agent', args: ['-p', "it's"], ...PLACE },
      followUp: { file: '/bin/zsh', args: ['-il'], ...PLACE },
    });
  });

  for (const afterExit of ['keep', 'close'] as const) {
    it(`has no follow-up with afterExit ${afterExit}`, () => {
      const plan = planDirectStart({ ...START, afterExit });
      assert.equal(plan.kind === 'possible' && plan.followUp, undefined);
    });
  }

  const piped = { name: 'agent | tee log', path: undefined };
  for (const [what, reason, change] of [
    ['a CLI that needs a shell', 'CLI_NEEDS_SHELL', { cli: piped }],
    ['tmux', 'TMUX_NEEDS_SHELL', { tmux: true }],
    ['tmux with a CLI that needs a shell', 'TMUX_NEEDS_SHELL', { tmux: true, cli: piped }],
  ] as const) {
    it(`D18: returns ${reason} as a value for ${what}`, () => {
      const plan = planDirectStart({ ...START, ...change });
      assert.equal(plan.kind === 'notPossible' && plan.reason, reason);
      assert.match(plan.kind === 'notPossible' ? plan.message : '', /agent.*\.$/);
    });
  }
});
