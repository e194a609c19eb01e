import assert from 'node:assert/strict';
import { versionCommand } from '../../../../src/providers/launch/versionCommand';

describe('versionCommand', () => {
  const env = { ComSpec: 'C:\\Windows\\System32\\cmd.exe', SystemRoot: 'C:\\Windows' };
  const cases: [NodeJS.Platform, string, string, string[]][] = [
    ['linux', '/bin/x.cmd', '/bin/x.cmd', ['--version']],
    ['win32', 'C:\\x.exe', 'C:\\x.exe', ['--version']],
    ['win32', 'C:\\a b\\x.cmd', env.ComSpec, ['/d', '/c', 'C:\\a b\\x.cmd', '--version']],
  ];
  for (const [platform, path, file, args] of cases) {
    it(`runs ${path} on ${platform}`, () => {
      const command = { file: path, args: ['--version'] };
      assert.deepEqual(versionCommand(command, { platform, env }), { file, args });
    });
  }
});
