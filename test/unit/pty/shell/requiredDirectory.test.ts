import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireDirectory } from '../../../../src/pty/shell/requiredDirectory';

describe('a program that requires its directory', () => {
  let directory = '';

  beforeEach(() => {
    directory = mkdtempSync(join(realpathSync(tmpdir()), "it's required "));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const run = (required: string, env: Record<string, string> = {}, cwd = required): string => {
    const script = 'console.log(JSON.stringify([process.argv.slice(1), process.env]))';
    const own = ['-e', script, '--', '', '*', 'a b'];
    const program = { file: process.execPath, args: own, cwd: '/', env };
    const { file, args } = requireDirectory(program, required);
    return execFileSync(file, args, { cwd, env, stdio: 'pipe' }).toString();
  };

  it('runs there, with its own arguments and variables, also those of other names', () => {
    const env = { ONE: '1', 'A.B': 'it is', 'BASH_FUNC_f%%': '() { :; }' };
    const [args, variables] = JSON.parse(run(directory, env)) as [string[], typeof env];
    assert.deepEqual(args, ['', '*', 'a b']);
    assert.deepEqual({ ...variables, ...env }, variables);
  });

  it('keeps from its shell the variables that change what a shell does', () => {
    const env = {
      'BASH_FUNC_[%%': '() { return 1; }',
      SHELLOPTS: 'noexec',
      PWD: '/',
      PATH: '/bin',
    };
    const program = { file: 'agent', args: [], cwd: '/', env };
    const { env: kept, args } = requireDirectory(program, directory);
    assert.deepEqual(kept, { PATH: '/bin' });
    assert.deepEqual(args.slice(4), [
      ...['/usr/bin/env', 'BASH_FUNC_[%%=() { return 1; }', 'SHELLOPTS=noexec', 'agent'],
    ]);
  });

  it('runs in a directory whose name ends with a line feed', () => {
    const name = join(directory, 'end\n');
    execFileSync('mkdir', [name]);
    assert.ok(run(name).includes('a b'));
  });

  it('ends by a signal elsewhere, with a sentence', () => {
    const elsewhere = realpathSync(tmpdir());
    for (const PWD of [directory, elsewhere]) {
      assert.throws(
        () => run(directory, { PWD }, elsewhere),
        (error: NodeJS.ErrnoException & { signal?: string; stdout?: Buffer }) => {
          assert.equal(error.signal, 'SIGHUP');
          assert.match(
            String(error.stdout),
            /^\[.*required .* is not the directory that was checked/,
          );
          return true;
        },
      );
    }
  });
});
