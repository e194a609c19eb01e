import assert from 'node:assert/strict';
import { BracketedPaste } from '../../../../../src/pty/screen/escapes/bracketedPaste';

describe('BracketedPaste', () => {
  const after = (...chunks: string[]): boolean => {
    const mode = new BracketedPaste();
    chunks.forEach((chunk) => mode.push(Buffer.from(chunk)));
    return mode.isOn;
  };

  it('is off until it is switched on, and off after it is switched off', () => {
    assert.deepEqual(
      [after('hello'), after('\x1b[?2004h'), after('\x1b[?2004h', 'text', '\x1b[?2004l')],
      [false, true, false],
    );
  });

  it('is detected among several modes in one sequence, and not in other numbers', () => {
    assert.deepEqual(
      [after('\x1b[?1049;2004h'), after('\x1b[?12004h'), after('\x1b[?200;4h')],
      [true, false, false],
    );
  });

  it('is detected wherever the sequence is split', () => {
    const sequence = 'x\x1b[?2004hy';
    for (let cut = 0; cut <= sequence.length; cut++) {
      assert.ok(after(sequence.slice(0, cut), sequence.slice(cut)), `cut at ${cut}`);
    }
    assert.ok(after(...sequence));
  });

  it('keeps its last state although the tail is read twice', () => {
    assert.equal(after('\x1b[?2004h\x1b[?2004l', 'x', 'y'), false);
    assert.equal(after('\x1b[?2004l\x1b[?2004h', 'x', 'y'), true);
  });

  it('is off after a full reset', () => {
    assert.deepEqual(
      [after('\x1b[?2004h', '\x1bc'), after('\x1b[?2004h\x1bc'), after('\x1bc\x1b[?2004h')],
      [false, false, true],
    );
  });
});
