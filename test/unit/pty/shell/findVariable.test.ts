import assert from 'node:assert/strict';
import { findVariable } from '../../../../src/pty/shell/findVariable';

describe('findVariable', () => {
  for (const [what, env, platform, expected] of [
    ['the exact name', { PATH: '/bin' }, 'linux', '/bin'],
    ['no other spelling on a POSIX system', { Path: '/other' }, 'linux', undefined],
    ['the exact name beside another spelling', { path: '/other', PATH: '/b' }, 'darwin', '/b'],
    ['any spelling on Windows', { Path: 'C:\\bin' }, 'win32', 'C:\\bin'],
    ['the first spelling on Windows', { Path: 'one', PATH: 'two' }, 'win32', 'one'],
    ['nothing in an empty environment', {}, 'win32', undefined],
    ['an empty value', { PATH: '' }, 'win32', ''],
  ] as const) {
    it(`finds ${what}`, () => {
      assert.equal(findVariable(env, 'PATH', platform), expected);
    });
  }
});
