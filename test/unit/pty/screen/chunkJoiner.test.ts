import assert from 'node:assert/strict';
import { ChunkJoiner } from '../../../../src/pty/screen/chunkJoiner';

describe('ChunkJoiner', () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text);
  const textOf = (piece: Uint8Array | undefined) => piece && Buffer.from(piece).toString();

  function joined(joiner: ChunkJoiner, ...parts: readonly Uint8Array[]): Uint8Array {
    return parts.reduce((last, next) => {
      const piece = joiner.join(last, next);
      assert.ok(piece);
      return piece;
    });
  }

  it('joins small chunks into one piece, in order and in the same memory', () => {
    const joiner = new ChunkJoiner();
    const two = joined(joiner, bytes('one '), bytes('two '));
    const three = joined(joiner, two, bytes('three'));
    assert.deepEqual([textOf(two), textOf(three)], ['one two ', 'one two three']);
    assert.equal(three.buffer, two.buffer);
  });

  it('appends to the rest of a piece', () => {
    const joiner = new ChunkJoiner();
    const piece = joined(joiner, bytes('one '), bytes('two '));
    assert.equal(textOf(joiner.join(piece.subarray(4), bytes('three'))), 'two three');
  });

  it('never overwrites a piece that it has returned', () => {
    const joiner = new ChunkJoiner();
    const first = joined(joiner, bytes('one '), bytes('two'));
    const cut = joined(joiner, first.subarray(0, 4), bytes('2'));
    const other = joined(joiner, bytes('three '), bytes('four'));
    assert.deepEqual([first, cut, other].map(textOf), ['one two', 'one 2', 'three four']);
  });

  it('does not join large chunks, and starts a new piece when one is full', () => {
    const joiner = new ChunkJoiner();
    const large = new Uint8Array(16 * 1024);
    assert.equal(joiner.join(large, bytes('x')), undefined);
    assert.equal(joiner.join(bytes('x'), large.subarray(0, 2 * 1024 + 1)), undefined);
    const small = large.subarray(0, 2 * 1024);
    const most = joined(joiner, ...Array<Uint8Array>(8).fill(small));
    assert.equal(most.length, large.length);
    assert.equal(joiner.join(most, bytes('x')), undefined);
    assert.equal(textOf(joiner.join(bytes('x'), bytes('y'))), 'xy');
  });
});
