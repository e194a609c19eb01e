import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionError } from '../../../../src/base/errors';
import { checkProgram } from '../../../../src/pty/shell/checkProgram';

describe('checkProgram', () => {
  let directory: string;

  beforeEach(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'agent-terminals-check-')));
    for (const name of ['tool', 'tool.cmd']) {
      writeFileSync(join(directory, name), '#!/bin/sh\n');
      chmodSync(join(directory, name), 0o755);
    }
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  const program = (file: string, args: readonly string[] = ['a b']) => ({
    file,
    args,
    cwd: directory,
    env: { PATH: directory, ComSpec: 'C:\\Windows\\System32\\cmd.exe' },
  });

  it('finds a name on the PATH of the program, not on ours', async () => {
    const found = await checkProgram(program('tool'), 'linux');
    assert.deepEqual(found, { ...program('tool'), file: join(directory, 'tool') });
  });

  it('returns cmd.exe and one command line for a batch file on Windows', async () => {
    const { file, args, commandLine } = await checkProgram(program('tool.cmd'), 'win32');
    assert.deepEqual([file, args], ['C:\\Windows\\System32\\cmd.exe', []]);
    assert.match(commandLine ?? '', /^\/d \/s \/c ".*tool\.cmd .*a.* b.*"$/);
  });

  it('refuses a line break in an argument of a batch file', () =>
    assert.rejects(checkProgram(program('tool.cmd', ['two\nlines']), 'win32'), (error) =>
      SessionError.is(error, 'BAD_REQUEST'),
    ));

  it('refuses a missing directory and a missing program', async () => {
    await assert.rejects(
      checkProgram({ ...program('tool'), cwd: join(directory, 'gone') }, 'linux'),
      (error) => SessionError.is(error, 'CWD_NOT_FOUND'),
    );
    await assert.rejects(checkProgram(program('other'), 'linux'), (error) =>
      SessionError.is(error, 'CLI_NOT_FOUND'),
    );
  });
});
