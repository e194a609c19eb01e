import assert from 'node:assert/strict';
import { isErrno } from '../../../src/base/isErrno';

describe('isErrno', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' });
  const cases: readonly (readonly [string, unknown, readonly string[], boolean])[] = [
    ['the code', missing, ['ENOENT'], true],
    ['one of several codes', missing, ['EPERM', 'ENOENT'], true],
    ['another code', missing, ['EPERM'], false],
    ['an empty list of codes', missing, [], false],
    ['an error without a code', new Error('ENOENT'), ['ENOENT'], false],
    ['an error whose code is a number', Object.assign(new Error('1'), { code: 1 }), ['1'], false],
    ['an object that is not an error', { code: 'ENOENT' }, ['ENOENT'], false],
    ['undefined', undefined, ['ENOENT'], false],
  ];
  for (const [name, error, codes, expected] of cases) {
    it(`is ${expected} for ${name}`, () => assert.equal(isErrno(error, ...codes), expected));
  }
});
