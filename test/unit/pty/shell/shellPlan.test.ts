import assert from 'node:assert/strict';
import { planShellStart, type ShellStart } from '../../../../src/pty/shell/shellPlan';
import { describeShell } from '../../../../src/pty/shell/shells';

const START: ShellStart = {
  shell: describeShell('/bin/zsh'),
  command: { kind: 'program', file: 'agent', args: ['--say', "it's"] },
  shellSetup: '',
  afterExit: 'shell',
  tmux: false,
  cwd: '/home/ada',
  env: { A: 'b' },
  exitMarker: { path: "/home/ada/it's", text: 'abc123' },
};

function lineOf(start: Partial<ShellStart>): string {
  return planShellStart({ ...START, ...start }).program.args.at(-1) ?? '';
}

describe('planShellStart', () => {
  for (const [path, flags] of [
    ['/bin/zsh', ['-lic']],
    ['/bin/bash', ['-lic']],
    ['/bin/sh', ['-lc']],
  ] as const) {
    it(`starts ${path} with ${flags.join(' ')} and one line`, () => {
      const { program, notices } = planShellStart({ ...START, shell: describeShell(path) });
      assert.deepEqual([program.file, program.args.slice(0, -1)], [path, flags]);
      assert.deepEqual([program.cwd, program.env, notices], ['/home/ada', { A: 'b' }, []]);
      assert.ok(program.args.at(-1)?.endsWith(`\nexec ${path} -il`));
    });
  }

  it('starts fish with -l -i -c and a -c for each line', () => {
    const { args } = planShellStart({ ...START, shell: describeShell('/usr/bin/fish') }).program;
    assert.deepEqual(args.slice(0, 3), ['-l', '-i', '-c']);
    assert.deepEqual(
      args.slice(3).filter((_, index) => index % 2 === 1),
      ['-c', '-c', '-c'],
    );
    assert.ok(args.at(-1)?.endsWith('\nexec /usr/bin/fish -il'));
  });

  it('reads the nonce from a file, which it removes, before all else', () => {
    const { program } = planShellStart(START);
    assert.deepEqual(program.onceFile, START.exitMarker);
    assert.doesNotMatch(program.args.join(' '), /abc123/);
    const line = lineOf({ shellSetup: 'cd /' });
    const removed = line.indexOf("command rm -f -- '/home/ada/it'\\''s'");
    assert.ok(removed > 0 && removed < line.indexOf('eval'));
  });

  const line = { kind: 'line', line: 'agent | tee log', args: [] } as const;
  for (const [what, change] of [
    ['a shell follows', { afterExit: 'shell' }],
    ['it runs in tmux', { afterExit: 'keep', tmux: true }],
    ['it is a line of the person', { afterExit: 'keep', command: line }],
  ] as const) {
    it(`D8: does not replace the shell if ${what}`, () => {
      assert.doesNotMatch(lineOf(change), /exec agent/);
    });
  }

  it('wraps the agent by sh for an unsupported shell, starts that shell after it, and returns a notice', () => {
    const { program, notices } = planShellStart({ ...START, shell: describeShell('/bin/tcsh') });
    assert.deepEqual([program.file, program.args[0]], ['/bin/sh', '-lc']);
    assert.ok(program.args[1]?.endsWith('\nexec /bin/tcsh -l'));
    assert.equal(notices.length, 1);
  });
});
