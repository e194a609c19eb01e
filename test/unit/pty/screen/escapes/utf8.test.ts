import assert from 'node:assert/strict';
import { completeLength } from '../../../../../src/pty/screen/escapes/utf8';

describe('completeLength', () => {
  const TABLE = [
    ['nothing', [], 0],
    ['ASCII', [0x61, 0x62], 2],
    ['a whole character of two bytes', [0xc3, 0xa9], 2],
    ['half a character of two bytes', [0x61, 0xc3], 1],
    ['two thirds of a character', [0x61, 0xe6, 0x97], 1],
    ['three quarters of a character', [0xf0, 0x9f, 0x91], 0],
    ['a whole character of four bytes', [0xf0, 0x9f, 0x91, 0x8d], 4],
    ['continuation bytes without a first byte', [0x80, 0x80, 0x80, 0x80], 4],
    ['one continuation byte too many', [0xc3, 0xa9, 0xa9], 3],
  ] as const;
  for (const [name, bytes, length] of TABLE) {
    it(`returns the complete length of ${name}`, () =>
      assert.equal(completeLength(Uint8Array.from(bytes)), length));
  }
});
