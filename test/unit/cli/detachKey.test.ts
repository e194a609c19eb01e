import assert from 'node:assert/strict';
import { cutAtDetachKey } from '../../../src/cli/detachKey';

describe('the key that detaches', () => {
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ['a byte', '\x1c', ''],
    ['a byte after earlier keys', 'ls\r\x1cmore', 'ls\r'],
    ['a key of kitty’s protocol', '\x1b[92;5u', ''],
    ['a key of kitty’s protocol with other layouts and an event', 'é\x1b[92::92;5:1u', 'é'],
    ['a key of kitty’s protocol with Num Lock', '\x1b[92;133u', ''],
    ['a key of modifyOtherKeys', 'x\x1b[27;5;92~', 'x'],
    ['not a backslash', '\\', undefined],
    ['not the release of the key', '\x1b[92;5:3u', undefined],
    ['not another key', '\x1b[93;5u', undefined],
    ['not without Ctrl', '\x1b[92;1u', undefined],
  ];
  for (const [name, typed, before] of cases) {
    it(`is ${name}`, () => {
      const found = cutAtDetachKey(Buffer.from(typed));
      assert.equal(found.isPressed, before !== undefined);
      assert.equal(Buffer.from(found.before).toString('utf8'), before ?? typed);
    });
  }
});
