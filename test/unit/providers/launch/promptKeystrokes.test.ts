import assert from 'node:assert/strict';
import {
  arrivesWhole,
  planInterruptKeystrokes,
  planPromptKeystrokes,
} from '../../../../src/providers/launch/promptKeystrokes';

const PASTE = { kind: 'paste', gapMs: 150 } as const;
const PLAIN = { kind: 'plain', gapMs: 60 } as const;
const ON = { bracketedPaste: true };
const OFF = { bracketedPaste: false };

describe('planPromptKeystrokes', () => {
  it('D6: pastes, waits, and presses Enter in a separate write', () => {
    assert.deepEqual(planPromptKeystrokes('one\ntwo\tthree', PASTE, ON), [
      { data: '\x1b[200~one\ntwo\tthree\x1b[201~', waitMs: 150 },
      { data: '\r', waitMs: 0 },
    ]);
  });

  it('types plainly if the program has not enabled bracketed paste', () => {
    assert.deepEqual(planPromptKeystrokes('one\ttwo', PASTE, OFF), [
      { data: 'one    two', waitMs: 150 },
      { data: '\r', waitMs: 0 },
    ]);
  });

  it('types plainly if the CLI does not support pastes', () => {
    assert.deepEqual(planPromptKeystrokes('one', PLAIN, ON), [
      { data: 'one', waitMs: 60 },
      { data: '\r', waitMs: 0 },
    ]);
  });

  it('removes from the text what would end its paste', () => {
    const hostile = 'a\x1b[201~\rrm -rf\x1b\x1b[201~[201~ \x9b201~b';
    const [paste] = planPromptKeystrokes(hostile, PASTE, ON);
    const inside = paste?.data.slice('\x1b[200~'.length, -'\x1b[201~'.length);
    assert.doesNotMatch(inside ?? '\x1b', /[\x1b\x9b\r]/);
  });

  it('types nothing for a blank prompt', () => {
    assert.deepEqual(planPromptKeystrokes(' \r\n\x07 ', PASTE, ON), []);
  });
});

describe('arrivesWhole', () => {
  const KNOWN = { lineFeed: 'neverSubmits' } as const;

  it('is certain for one line, a paste, and typed lines of a CLI that never gets pastes', () => {
    assert.ok(arrivesWhole('\none\n', PASTE, OFF));
    assert.ok(arrivesWhole('one\ntwo', PASTE, ON));
    assert.ok(arrivesWhole('one\ntwo', { ...PLAIN, ...KNOWN }, OFF));
  });

  it('is not certain for typed lines if LF may submit, or a paste is not accepted now', () => {
    assert.ok(!arrivesWhole('one\ntwo', PASTE, OFF));
    assert.ok(!arrivesWhole('one\r\ntwo', { ...PASTE, ...KNOWN }, OFF));
    assert.ok(!arrivesWhole('one\rtwo', PLAIN, ON));
  });
});

describe('planInterruptKeystrokes', () => {
  it('writes each key alone, with a pause', () => {
    assert.deepEqual(planInterruptKeystrokes({ interrupt: ['\x1b', '\x1b'] }), [
      { data: '\x1b', waitMs: 100 },
      { data: '\x1b', waitMs: 100 },
    ]);
  });
});
