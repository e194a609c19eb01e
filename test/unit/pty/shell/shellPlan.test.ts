import assert from 'node:assert/strict';
import {
  planLoginShell,
  planShellStart,
  type ShellStart,
} from '../../../../src/pty/shell/shellPlan';
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

  it('D1: quotes each word of the command once', () => {
    assert.match(lineOf({}), /^agent --say 'it'\\''s'$/m);
  });

  it('D14: reports the status before it starts the shell', () => {
    assert.match(
      lineOf({}),
      /7749;%s;%d.*"\$agent_terminals_status"\ntest -n "\$agent_terminals_nonce" .*\nstty .*\nexec/,
    );
  });

  it('reads the nonce from a file, which it removes, before all else', () => {
    const { program } = planShellStart(START);
    assert.deepEqual(program.onceFile, START.exitMarker);
    assert.doesNotMatch(program.args.join(' '), /abc123/);
    const line = lineOf({ shellSetup: 'cd /' });
    const removed = line.indexOf("command rm -f -- '/home/ada/it'\\''s'");
    assert.ok(removed > 0 && removed < line.indexOf('eval'));
  });

  for (const afterExit of ['keep', 'close'] as const) {
    it(`D8: starts no shell with afterExit ${afterExit}, and exits with the agent's status`, () => {
      assert.match(lineOf({ afterExit }), /\nexec \/bin\/sh -c "exit \$agent_terminals_status"$/);
    });

    it(`D8: replaces the shell by the agent with afterExit ${afterExit}`, () => {
      assert.match(
        lineOf({ afterExit }),
        /^agent_terminals_is_program agent && exec agent --say 'it/m,
      );
    });
  }

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

  it('runs the set-up by a separate eval before the agent, unless it is blank', () => {
    assert.match(
      lineOf({ shellSetup: "cd '/a b'" }),
      /^eval 'cd '\\''\/a b'\\'\n.*\nprintf .*\nagent /m,
    );
    assert.doesNotMatch(lineOf({ shellSetup: ' \n' }), /^eval/m);
  });

  it("keeps a person's line unchanged, and appends the arguments", () => {
    const command = { kind: 'line', line: 'A=1 agent | tee "$LOG"', args: ['a b'] } as const;
    assert.match(lineOf({ command }), /^A=1 agent \| tee "\$LOG" 'a b'$/m);
  });

  it('wraps the agent by sh for an unsupported shell, starts that shell after it, and returns a notice', () => {
    const { program, notices } = planShellStart({ ...START, shell: describeShell('/bin/tcsh') });
    assert.deepEqual([program.file, program.args[0]], ['/bin/sh', '-lc']);
    assert.ok(program.args[1]?.endsWith('\nexec /bin/tcsh -l'));
    assert.equal(notices.length, 1);
  });
});

describe('planLoginShell', () => {
  it('starts a login shell', () => {
    assert.deepEqual(planLoginShell(START.shell, START), {
      file: '/bin/zsh',
      args: ['-il'],
      cwd: '/home/ada',
      env: { A: 'b' },
    });
  });
});
