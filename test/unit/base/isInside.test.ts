import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { isInside } from '../../../src/base/isInside';

describe('isInside', () => {
  const POSIX: readonly (readonly [path: string, folder: string, expected: boolean])[] = [
    ['/home/ada/app', '/home/ada/app', true],
    ['/home/ada/app/', '/home/ada/app', true],
    ['/home/ada/app', '/home/ada/app/', true],
    ['/home/ada/app/src', '/home/ada/app', true],
    ['/home/ada/app/..hidden', '/home/ada/app', true],
    ['/home/ada/app/..', '/home/ada/app', false],
    ['/home/ada', '/home/ada/app', false],
    ['/home/ada/apple', '/home/ada/app', false],
    ['/home/ada/APP', '/home/ada/app', false],
    ['/other', '/home/ada/app', false],
    ['/other', '/', true],
  ];
  for (const [path, folder, expected] of POSIX) {
    it(`is ${expected} for ${path} and ${folder}`, () =>
      assert.equal(isInside(path, folder, posix), expected));
  }

  const WINDOWS: readonly (readonly [path: string, folder: string, expected: boolean])[] = [
    ['C:\\work\\app\\src', 'C:\\work\\app', true],
    ['c:/Work/APP/src', 'C:\\work\\app', true],
    ['C:\\work\\apple', 'C:\\work\\app', false],
    ['C:\\work', 'C:\\work\\app', false],
    ['D:\\work\\app', 'C:\\work\\app', false],
    ['\\\\server\\share\\app', 'C:\\work\\app', false],
    ['\\\\server\\share\\app\\src', '\\\\server\\share\\app', true],
    ['D:\\work', 'C:\\', false],
  ];
  for (const [path, folder, expected] of WINDOWS) {
    it(`is ${expected} for ${path} and ${folder} on Windows`, () =>
      assert.equal(isInside(path, folder, win32), expected));
  }
});
