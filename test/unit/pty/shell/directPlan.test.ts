import assert from 'node:assert/strict';
import { planDirectStart, type DirectStart } from '../../../../src/pty/shell/directPlan';
import { describeShell } from '../../../../src/pty/shell/shells';

const START: DirectStart = {
  cli: { name: 'agent', path: '/opt/agent', needsShell: false },
  args: ['-p', "it's"],
  tmux: false,
  afterExit: 'shell',
  shell: describeShell('/bin/zsh'),
  cwd: '/home/ada',
  env: { A: 'b' },
};
const PLACE = { cwd: '/home/ada', env: { A: 'b' } };

describe('planDirectStart', () => {
  it('starts the CLI itself, its arguments as they are, with a login shell to follow', () => {
    assert.deepEqual(planDirectStart(START), {
      kind: 'possible',
      program: { file: '/opt/agent', args: ['-p', "it's"], ...PLACE },
      followUp: { file: '/bin/zsh', args: ['-il'], ...PLACE },
    });
  });

  for (const afterExit of ['keep', 'close'] as const) {
    it(`has nothing follow with afterExit ${afterExit}`, () => {
      const plan = planDirectStart({ ...START, afterExit });
      assert.equal(plan.kind === 'possible' && plan.followUp, undefined);
    });
  }

  it('says in a sentence that it does not know the path', () => {
    const plan = planDirectStart({ ...START, cli: { ...START.cli, path: undefined } });
    assert.deepEqual(plan, {
      kind: 'notPossible',
      reason: 'CLI_PATH_UNKNOWN',
      message: 'The path of agent is not known.',
    });
  });

  const unknown = { ...START.cli, path: undefined };
  const piped = { ...unknown, needsShell: true };
  for (const [reason, change] of [
    ['CLI_PATH_UNKNOWN', { cli: unknown }],
    ['CLI_NEEDS_SHELL', { cli: piped }],
    ['TMUX_NEEDS_SHELL', { tmux: true }],
    ['TMUX_NEEDS_SHELL', { tmux: true, cli: piped }],
  ] as const) {
    it(`D18: says ${reason} as a value`, () => {
      const plan = planDirectStart({ ...START, ...change });
      assert.equal(plan.kind === 'notPossible' && plan.reason, reason);
      assert.match(plan.kind === 'notPossible' ? plan.message : '', /agent.*\.$/);
    });
  }
});
