import assert from 'node:assert/strict';
import { nullLogger } from '../../../../src/base/logger';
import { LoginEnvironment } from '../../../../src/pty/shell/loginEnvironment';
import type { CommandRequest, CommandResult } from '../../../../src/pty/process/command';
import { describeShell } from '../../../../src/pty/shell/shells';
import { requireTrust } from '../../../../src/pty/trustGuard';

/** A shell that prints `answer`, in which `PATH` stands for a path between the markers. */
class FakeShell {
  readonly requests: CommandRequest[] = [];
  answer = 'PATH';
  failure: string | undefined;
  isTrusted = true;

  readonly run = async (request: CommandRequest): Promise<CommandResult> => {
    requireTrust(this.isTrusted);
    this.requests.push(request);
    const marker = request.args.at(-1)?.split(' ').at(-1) ?? '';
    const stdout = this.answer.replace('PATH', `${marker}/login/bin:/bin${marker}${marker}`);
    return Promise.resolve(
      this.failure === undefined
        ? { kind: 'done', code: 0, stdout, stderr: '' }
        : { kind: 'failed', reason: this.failure },
    );
  };
}

describe('LoginEnvironment', () => {
  let shell: FakeShell;
  let warnings: string[];
  let login: LoginEnvironment;

  function create(flavor: 'login' | 'interactive'): LoginEnvironment {
    return new LoginEnvironment({
      run: shell.run,
      logger: { ...nullLogger, warn: (message) => warnings.push(message) },
      shell: describeShell('/bin/bash'),
      flavor,
      env: { PATH: '/own/bin' },
    });
  }

  beforeEach(() => {
    shell = new FakeShell();
    warnings = [];
    login = create('login');
  });

  it('queries the shell once for simultaneous and later requests', async () => {
    const answers = await Promise.all([login.path(), login.path()]);
    assert.deepEqual([...answers, await login.path()], Array(3).fill('/login/bin:/bin'));
    assert.equal(shell.requests.length, 1);
    assert.deepEqual(warnings, []);
  });

  it('queries the shell again after it was not trusted to run', async () => {
    shell.isTrusted = false;
    await assert.rejects(login.path(), { code: 'UNTRUSTED' });
    shell.isTrusted = true;
    assert.equal(await login.path(), '/login/bin:/bin');
  });

  it('D5: queries with the flags of its flavor and a limit of 3 seconds', async () => {
    await login.path();
    await create('interactive').path();
    assert.deepEqual(
      shell.requests.map(({ file, args, timeoutMs }) => [file, args[0], timeoutMs]),
      [
        ['/bin/bash', '-lic', 3_000],
        ['/bin/bash', '-ic', 3_000],
      ],
    );
  });

  it('uses a new marker for each query', async () => {
    await login.path();
    await login.refresh();
    assert.notDeepEqual(shell.requests[0]?.args, shell.requests[1]?.args);
  });

  for (const [what, answer] of [
    ['nothing', ''],
    ['no markers', '/some/bin'],
  ] as const) {
    it(`falls back to our own PATH if the shell prints ${what}, and logs a warning`, async () => {
      shell.answer = answer;
      assert.equal(await login.path(), '/own/bin');
      assert.match(warnings.join(), /^\/bin\/bash did not print its PATH .* startup files\.$/);
    });
  }

  it('falls back to our own PATH if the shell fails, and does not query it again', async () => {
    shell.failure = 'did not end within 3000 ms';
    assert.equal(await login.path(), '/own/bin');
    assert.equal(await login.path(), '/own/bin');
    assert.equal(shell.requests.length, 1);
    assert.match(warnings.join(), /did not end within 3000 ms when queried for its PATH/);
  });

  it('keeps the last PATH if a later query fails', async () => {
    await login.path();
    shell.failure = 'did not end within 3000 ms';
    assert.equal(await login.refresh(), '/login/bin:/bin');
    assert.equal(await login.path(), '/login/bin:/bin');
    assert.equal(warnings.length, 1);
  });
});
