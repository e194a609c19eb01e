import assert from 'node:assert/strict';
import { InputLines } from '../../../src/cli/inputLines';
import { MAX_BODY_BYTES } from '../../../src/client/connect/apiRequest';

describe('InputLines', () => {
  let received: string[];
  let lines: InputLines;

  beforeEach(() => {
    received = [];
    lines = new InputLines({
      onLine: (line) => received.push(line),
      onTooLong: () => received.push('too long'),
    });
  });

  it('are the same for arbitrary parts, even of characters', () => {
    for (const byte of Buffer.from('one\r\ntwö 🙂\n\n')) {
      lines.push(Buffer.from([byte]));
    }
    lines.push(Buffer.from('three\nfour'));
    assert.deepEqual(received, ['one', 'twö 🙂', '', 'three']);
    lines.end();
    assert.deepEqual(received.slice(4), ['four']);
  });

  it('do not end with an empty line', () => {
    lines.push(Buffer.from('one\n'));
    lines.end();
    assert.deepEqual(received, ['one']);
  });

  it('may be as long as a window accepts, and longer ones are reported once', () => {
    const longest = Buffer.alloc(MAX_BODY_BYTES, 'x');
    lines.push(longest);
    lines.push(Buffer.from('\n'));
    assert.equal(received.pop()?.length, MAX_BODY_BYTES);
    lines.push(longest);
    lines.push(longest);
    lines.push(Buffer.from('x\nnext\n'));
    assert.deepEqual(received, ['too long', 'next']);
  });

  it('replace bytes that are not UTF-8', () => {
    lines.push(Buffer.from([0xff, 0xfe, 0x0a]));
    assert.deepEqual(received, ['��']);
  });
});
