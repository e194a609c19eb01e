import assert from 'node:assert/strict';
import { parseIgnoresTerm } from '../../../../src/pty/process/processTableLinux';

describe('parseIgnoresTerm', () => {
  const table: readonly (readonly [mask: string, ignores: boolean])[] = [
    ['0000000000384004', true],
    ['0000000000004000', true],
    ['0000000000380000', false],
    ['0000000000008000', false],
    ['ffffffffffffffff', true],
  ];
  for (const [mask, ignores] of table) {
    it(`returns ${ignores} for the mask ${mask}`, () => {
      assert.equal(parseIgnoresTerm(`Name:\tbash\nSigIgn:\t${mask}\nSigCgt:\t0\n`), ignores);
    });
  }

  it('returns undefined without a mask', () => {
    assert.equal(parseIgnoresTerm(''), undefined);
  });
});
