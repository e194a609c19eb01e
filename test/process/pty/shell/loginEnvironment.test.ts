import assert from 'node:assert/strict';
import { nullLogger } from '../../../../src/base/logger';
import { LoginEnvironment } from '../../../../src/pty/shell/loginEnvironment';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { describeShell } from '../../../../src/pty/shell/shells';
import {
  createShellHome,
  findShell,
  needsShell,
  requireShell,
  type ShellHome,
} from '../../../support/pty/shellHome';
import { slowdown } from '../../../support/waitFor';

/** The startup file of each shell, and a line that adds to the PATH. */
const RC = {
  bash: ['.bash_profile', 'PATH="/from/rc:$PATH"; export PATH\n'],
  zsh: ['.zshrc', 'PATH="/from/rc:$PATH"\n'],
  fish: ['.config/fish/config.fish', 'set -gx PATH /from/rc $PATH\n'],
  sh: ['.profile', 'PATH="/from/rc:$PATH"; export PATH\n'],
  tcsh: ['.tcshrc', 'setenv PATH "/from/rc:$PATH"\n'],
  ksh: ['.profile', 'PATH="/from/rc:$PATH"; export PATH\n'],
} as const;

const REQUIRED = ['bash', 'zsh', 'fish', 'sh'] as const;
const OPTIONAL = (['tcsh', 'ksh'] as const).filter((name) => findShell(name) !== undefined);

type ShellFlavor = 'login' | 'interactive';

const PATIENT_MS = 60_000;

describe('LoginEnvironment with real shells', () => {
  let home: ShellHome;
  let warnings: string[];

  beforeEach(() => {
    home = createShellHome();
    warnings = [];
  });
  afterEach(() => home.dispose());

  /** Queries without the limit of 3 s, which a busy machine can need for a shell. */
  const ask = (name: string, flavor?: ShellFlavor): Promise<string> =>
    askWith((request) => runCommand({ ...request, timeoutMs: PATIENT_MS }), name, flavor);

  function askWith(
    run: typeof runCommand,
    name: string,
    flavor: ShellFlavor = 'login',
  ): Promise<string> {
    return new LoginEnvironment({
      run,
      logger: { ...nullLogger, warn: (message) => warnings.push(message) },
      shell: describeShell(requireShell(name)),
      flavor,
      env: home.env,
    }).path();
  }

  /** A line that exports two of the variables that change agents. */
  const EXPORTS = {
    bash: 'export CI=1 NO_COLOR=',
    zsh: 'export CI=1 NO_COLOR=',
    fish: 'set -gx CI 1; set -gx NO_COLOR ""',
    sh: 'CI=1; NO_COLOR=; export CI NO_COLOR',
  } as const;

  for (const name of REQUIRED) {
    describe(name, () => {
      needsShell(name);

      it('names variables in the log that its rc files export and that change agents', async () => {
        const [file, line] = RC[name];
        home.write(file, `${EXPORTS[name]}\n${line}`);
        assert.match(await ask(name), /^\/from\/rc:/);
        assert.match(warnings.join(), /^The startup files of \S+ export CI, NO_COLOR, which /);
      });
    });
  }

  for (const name of [...REQUIRED, ...OPTIONAL]) {
    describe(name, () => {
      needsShell(name);

      it('reports its PATH even if rc files print output', async () => {
        const [file, line] = RC[name];
        home.write(file, `echo noise; ${line}echo more noise\n`);
        assert.match(await ask(name), /^\/from\/rc:/);
        assert.deepEqual(warnings, []);
      });
    });
  }

  it('D5: bash reads .bashrc only as an interactive shell', async () => {
    home.write('.bashrc', RC.bash[1]);
    assert.doesNotMatch(await ask('bash', 'login'), /^\/from\/rc:/);
    assert.match(await ask('bash', 'interactive'), /^\/from\/rc:/);
  });

  describe('zsh', () => {
    needsShell('zsh');

    it('is ended if an rc file hangs, and our own PATH is used', async () => {
      home.write('.zshrc', 'sleep 60\n');
      const started = performance.now();
      assert.equal(await askWith(runCommand, 'zsh'), home.env['PATH']);
      assert.ok(
        performance.now() - started < 6_000 * slowdown(),
        'the shell is ended soon after the limit of 3 s',
      );
      assert.match(warnings.join(), /did not end within 3000 ms/);
    });

    it('reports its PATH even if an rc file waits for input', async () => {
      home.write('.zshrc', `read "reply?Update? "; read x </dev/tty; ${RC.zsh[1]}`);
      assert.match(await ask('zsh'), /^\/from\/rc:/);
    });
  });
});
