import assert from 'node:assert/strict';
import { buildSshArgs } from '../../../../src/pty/ssh/sshLine';

describe('buildSshArgs', () => {
  const call = { target: 'ada@host', sshArgs: ['-p', '2222', '-i', "/it's a/key"] };

  it('returns -tt {sshArgs...} {target} {remoteInitCommand}, with each word unchanged', () => {
    const remoteInitCommand = "cd /app && claude 'it''s' $HOME; `id`\nü";
    assert.deepEqual(buildSshArgs({ ...call, remoteInitCommand }), [
      '-tt',
      ...call.sshArgs,
      'ada@host',
      remoteInitCommand,
    ]);
  });

  it('omits the last word without a command', () => {
    assert.deepEqual(buildSshArgs(call), ['-tt', ...call.sshArgs, 'ada@host']);
    assert.deepEqual(buildSshArgs({ ...call, remoteInitCommand: '' }).at(-1), 'ada@host');
  });

  it('puts mandatory options before those of the person, and defaults after them', () => {
    assert.deepEqual(buildSshArgs(call, { before: ['-o', 'A=1'], after: ['-o', 'B=2'] }), [
      ...['-tt', '-o', 'A=1', ...call.sshArgs, '-o', 'B=2', 'ada@host'],
    ]);
  });

  for (const target of ['', '-oProxyCommand=id', ' host', 'ho st', 'host\n', 'a\0b']) {
    it(`refuses the target ${JSON.stringify(target)}`, () => {
      assert.throws(() => buildSshArgs({ ...call, target }), { code: 'BAD_REQUEST' });
    });
  }

  it('refuses a NUL in the command', () => {
    assert.throws(() => buildSshArgs({ ...call, remoteInitCommand: 'a\0b' }), {
      code: 'BAD_REQUEST',
    });
  });
});
