import assert from 'node:assert/strict';
import { join } from 'node:path';
import { nullLogger } from '../../../../src/base/logger';
import { AgentExitMarkerFilter, hashNonce } from '../../../../src/pty/shell/agentExitMarker';
import { OnceFileSpawner } from '../../../../src/pty/process/onceFile';
import type { ProgramSpec, PtyExit, PtyProcess } from '../../../../src/pty/ptyProcess';
import {
  planLoginShell,
  planShellStart,
  type ShellCommand,
} from '../../../../src/pty/shell/shellPlan';
import { describeShell } from '../../../../src/pty/shell/shells';
import type { AfterExit } from '../../../../src/pty/spawnMode';
import { createRealSpawner } from '../../../support/pty/realPty';
import { waitFor } from '../../../support/waitFor';
import {
  createShellHome,
  findShell,
  needsShell,
  requireShell,
  type ShellHome,
} from '../../../support/pty/shellHome';

/** Suspends itself as agents do on Ctrl-Z: once by SIGSTOP, once by SIGTSTP. */
const STOPPER = `#!/bin/sh
echo "pid-$$"
kill -STOP $$
echo back-once
kill -TSTP $$
echo back-twice
exit 7
`;

/** Checks for a login shell. The answer differs from the echo of the command. */
const IS_LOGIN = {
  bash: 'shopt -q login_shell && echo login-"yes"\r',
  zsh: '[[ -o login ]] && echo login-"yes"\r',
  fish: 'status is-login; and echo login-"yes"\r',
  // dash has no such check, but only a login shell reads .profile.
  sh: 'case "$READ" in *profile*profile*) echo login-"yes";; esac\r',
} as const;

/** The files that each shell reads before an agent and again before the shell after it. */
const READ = {
  bash: 'bash_profile',
  zsh: 'zshenv zprofile zshrc zlogin',
  fish: 'fish',
  sh: 'profile',
} as const;

type ShellName = keyof typeof READ;
const SHELLS = Object.keys(READ) as ShellName[];
const NONCE = 'n0nce';

describe('planShellStart in real shells', () => {
  let home: ShellHome;
  let live: Program[];

  beforeEach(() => {
    home = createShellHome();
    live = [];
  });

  afterEach(async () => {
    await Promise.all(live.map((program) => program.end()));
    home.dispose();
  });

  function start(spec: ProgramSpec): Program {
    const program = new Program(spec);
    live.push(program);
    return program;
  }

  function plan(
    name: string,
    command: ShellCommand,
    afterExit: AfterExit,
    { shellSetup = '', tmux = false } = {},
  ) {
    return planShellStart({
      shell: describeShell(requireShell(name)),
      command,
      shellSetup,
      afterExit,
      tmux,
      cwd: home.path,
      env: home.env,
      exitMarker: { path: join(home.path, 'markers', 'one'), text: NONCE },
    }).program;
  }

  function stopper(): ShellCommand {
    return { kind: 'program', file: home.write('stopper', STOPPER, 0o755), args: [] };
  }

  function script(text: string): ShellCommand {
    return { kind: 'program', file: '/bin/sh', args: ['-c', text] };
  }

  for (const name of SHELLS) {
    describe(name, () => {
      needsShell(name);

      it('D13: resumes an agent that stops itself until it exits, then starts a login shell', async () => {
        const program = start(plan(name, stopper(), 'shell'));
        await program.untilShown('back-twice');
        assert.equal(await program.reports(), 7);
        program.types(IS_LOGIN[name]);
        await program.untilShown('login-yes');
      });

      for (const afterExit of ['keep', 'close'] as const) {
        it(`D13: resumes such an agent of tmux with afterExit ${afterExit}, and exits with its status`, async () => {
          const program = start(plan(name, stopper(), afterExit, { tmux: true }));
          assert.equal((await program.exits()).exitCode, 7);
          assert.match(program.output, /back-twice/);
          assert.equal(await program.reports(), 7);
        });
      }

      it('D13: starts no shell on Ctrl-Z, and the agent continues', async () => {
        const agent = script('echo ready; read line; echo "got-$line"; exit 5');
        const program = start(plan(name, agent, 'shell'));
        await program.untilShown('ready');
        program.types('\x1a');
        program.types('on\r');
        await program.untilShown('got-on');
        assert.equal(await program.reports(), 5);
      });

      for (const [how, text, status] of [
        ['exits', 'exit 0', 0],
        ['exits with a code that could be a stop', 'exit 147', 147],
        ['ends on SIGTERM', 'kill -TERM $$', 143],
        ['ends on SIGINT', 'kill -INT $$', 130],
        ['ends on SIGINT after a stop', 'kill -TSTP $$; kill -INT $$', 130],
        ['ends on SIGKILL', 'kill -KILL $$', 137],
      ] as const) {
        it(`D14: reports ${status} for an agent that ${how}, and starts a login shell`, async () => {
          const program = start(plan(name, script(text), 'shell'));
          assert.equal(await program.reports(), status);
          program.types(IS_LOGIN[name]);
          await program.untilShown('login-yes');
        });
      }

      it('D14: reports 127 for a missing program, and starts a login shell', async () => {
        const missing = { kind: 'program', file: 'no-such-agent', args: [] } as const;
        const program = start(plan(name, missing, 'shell'));
        assert.equal(await program.reports(), 127);
        program.types(IS_LOGIN[name]);
        await program.untilShown('login-yes');
      });

      it('ends only the agent on Ctrl-C', async () => {
        const program = start(plan(name, script('echo ready; exec sleep 30'), 'shell'));
        await program.untilShown('ready');
        program.types('\x03');
        assert.equal(await program.reports(), 130);
        program.types(IS_LOGIN[name]);
        await program.untilShown('login-yes');
      });

      it('D5: reads the rc files of a login shell before the agent', async () => {
        const program = start(plan(name, script('echo "read:$READ:"'), 'close'));
        await program.exits();
        assert.match(program.output, new RegExp(`read: ${READ[name]}:`));
      });

      it('passes the agent its arguments unchanged, and its directory', async () => {
        const args = ["it's", '$HOME', '`id`', 'a\\b', 'two\nlines', '', '-x', 'é'];
        const text = 'printf "<%s>" "$@"; pwd';
        const command = {
          kind: 'program',
          file: '/bin/sh',
          args: ['-c', text, 'sh', ...args],
        } as const;
        const program = start(plan(name, command, 'close'));
        await program.exits();
        const expected = args.map((arg) => `<${arg}>`).join('') + home.path;
        assert.ok(program.output.replaceAll('\r\n', '\n').includes(expected), program.output);
      });

      it('runs the set-up first in the same shell, even if it leaves a background job', async () => {
        const shellSetup = 'cd /; sleep 3 &';
        const wrapped = start(plan(name, stopper(), 'close', { shellSetup, tmux: true }));
        assert.equal((await wrapped.exits()).exitCode, 7);
        const program = start(plan(name, script('echo "alone"; exit 7'), 'close', { shellSetup }));
        assert.equal((await program.exits()).exitCode, 7);
        assert.equal(program.output.split('alone').length, 2);
        assert.doesNotMatch(program.output, /jobs/);
        const setup = { shellSetup: 'cd /' };
        const where = start(plan(name, script('echo "in:$PWD:"'), 'close', setup));
        await where.exits();
        assert.match(where.output, /in:\/:/);
      });

      it("runs a person's line with a pipe unchanged", async () => {
        const command = { kind: 'line', line: 'echo one | cat -', args: ['/dev/null'] } as const;
        const program = start(plan(name, command, 'close'));
        assert.equal((await program.exits()).exitCode, 0);
        assert.match(program.output, /one/);
      });

      it('D8: runs the agent with the signals and modes of a program that is started directly', async () => {
        const state = 'grep -E "^Sig(Blk|Ign)" /proc/self/status; stty -a; echo all';
        const direct = start({
          ...{ file: '/bin/sh', args: ['-c', state] },
          ...{ cwd: home.path, env: home.env },
        });
        await direct.exits();
        const program = start(plan(name, script(state), 'close'));
        await program.exits();
        assert.match(program.output, /all/);
        assert.ok(program.output.includes(direct.output), program.output);
      });

      it('D8: runs a missing agent below the shell, and exits with 127', async () => {
        const missing = { kind: 'program', file: 'no-such-agent', args: [] } as const;
        const program = start(plan(name, missing, 'close'));
        assert.equal((await program.exits()).exitCode, 127);
      });

      it('starts a login shell without an agent', async () => {
        const spec = { cwd: home.path, env: { ...home.env, READ: ' profile' } };
        const program = start(planLoginShell(describeShell(requireShell(name)), spec));
        program.types(IS_LOGIN[name]);
        await program.untilShown('login-yes');
      });
    });
  }

  describe('zsh', () => {
    needsShell('zsh');

    it("runs a person's alias by a plain name", async () => {
      home.write('.zshrc', 'alias agent="echo by-alias"\n');
      const command = { kind: 'program', file: 'agent', args: ["it's"] } as const;
      const program = start(plan('zsh', command, 'close'));
      await program.exits();
      assert.match(program.output, /by-alias it's/);
      assert.equal(await program.reports(), 0);
    });
  });

  for (const name of ['bash', 'zsh', 'fish'] as const) {
    describe(name, () => {
      needsShell(name);

      it('starts the agent even if a quote is open in the set-up', async () => {
        const setup = { shellSetup: "echo 'open" };
        const program = start(plan(name, script('exit 7'), 'close', setup));
        assert.equal((await program.exits()).exitCode, 7);
      });
    });
  }

  for (const name of ['tcsh', 'ksh'].filter((other) => findShell(other) !== undefined)) {
    it(`starts ${name} after an agent that sh has wrapped`, async () => {
      const program = start(plan(name, stopper(), 'shell'));
      assert.equal(await program.reports(), 7);
      program.types('echo shell-"is"-$0\r');
      await program.untilShown('shell-is-');
    });
  }
});

const LIMIT_MS = 15_000;

/** A program on a real PTY, its output without the agent's report, and that report. */
class Program {
  output = '';
  private readonly process: PtyProcess;
  private readonly filter = new AgentExitMarkerFilter(hashNonce(NONCE));
  private status: number | undefined;
  private exit: PtyExit | undefined;

  constructor(spec: ProgramSpec) {
    const spawner = new OnceFileSpawner({ spawner: createRealSpawner(), logger: nullLogger });
    this.process = spawner.spawn({ ...spec, cols: 200, rows: 24 });
    this.process.onData((chunk) => {
      const { output, agentExitCode } = this.filter.push(chunk);
      this.output += Buffer.from(output).toString();
      this.status ??= agentExitCode;
    });
    this.process.onExit((exit) => {
      this.exit = exit;
    });
  }

  types(keys: string): void {
    this.process.write(Buffer.from(keys));
  }

  async untilShown(text: string): Promise<void> {
    await this.until(`"${text}"`, () => this.output.includes(text) || undefined);
  }

  reports(): Promise<number> {
    return this.until("the agent's status", () => this.status);
  }

  exits(): Promise<PtyExit> {
    return this.until('the end', () => this.exit);
  }

  /** Kills the program, and waits for its exit. */
  async end(): Promise<void> {
    if (!this.exit) {
      const gone = this.exits();
      process.kill(this.process.pid, 'SIGKILL');
      await gone;
    }
    this.process.dispose();
  }

  private async until<T>(what: string, find: () => T | undefined): Promise<T> {
    let found: T | undefined;
    await waitFor(() => (found = find()) !== undefined, {
      limitMs: LIMIT_MS,
      what: () => `${what}; the output is ${JSON.stringify(this.output.slice(-2000))}`,
    });
    assert.ok(found !== undefined);
    return found;
  }
}
