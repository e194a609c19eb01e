import assert from 'node:assert/strict';
import { parseWindowEntry } from '../../../src/endpoint/windowEntry';

describe('a window’s file', () => {
  const WHOLE = {
    pid: 12,
    startTime: '345',
    hostname: 'here',
    socket: '/home/ada/windows/1.sock',
    token: 'secret',
    version: '1.0.0',
    folders: [{ path: '/work', token: 'other' }],
  };

  it('has the window’s address', () => {
    assert.deepEqual(parseWindowEntry(JSON.stringify(WHOLE)), {
      ...WHOLE,
    });
  });

  const damaged: readonly (readonly [string, string])[] = [
    ['empty', ''],
    ['incomplete', JSON.stringify(WHOLE).slice(0, 40)],
    ['not an object', '[]'],
    ['without a pid', JSON.stringify({ ...WHOLE, pid: undefined })],
    ['with pid 0', JSON.stringify({ ...WHOLE, pid: 0 })],
    ['without folders', JSON.stringify({ ...WHOLE, folders: 1 })],
    ['without a token', JSON.stringify({ ...WHOLE, token: 1 })],
    ['without a socket', JSON.stringify({ ...WHOLE, socket: undefined })],
    ['with an address instead', JSON.stringify({ ...WHOLE, socket: 'http://127.0.0.1:80' })],
    ['with a relative path', JSON.stringify({ ...WHOLE, socket: '1.sock' })],
    ['with a pipe of another machine', JSON.stringify({ ...WHOLE, socket: '\\\\evil\\pipe\\x' })],
    [
      'of version 0.1.0',
      JSON.stringify({ ...WHOLE, socket: undefined, url: 'http://127.0.0.1:8' }),
    ],
  ];
  for (const [name, text] of damaged) {
    it(`is invalid if it is ${name}`, () => assert.equal(parseWindowEntry(text), undefined));
  }
});
