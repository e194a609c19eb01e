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

  const inTurn = {
    'small chunks': [20],
    'large chunks with a rest': [4095, 905],
    'large chunks with a rest of one byte': [4095, 1],
    'large chunks with two rests': [2100, 100, 100],
    'chunks of a tenth of a block': [1500],
    'as many small chunks as a block has room for, and a large one': [
      ...Array<number>(165).fill(100),
      2100,
    ],
  };
  for (const [what, sizes] of Object.entries(inTurn)) {
    it(`holds little more than the content of ${what}`, () => {
      const joiner = new ChunkJoiner();
      const pieces: Uint8Array[] = [];
      let content = 0;
      for (let turn = 0; content < 1_000_000; turn++) {
        const next = new Uint8Array(sizes[turn % sizes.length] ?? 0);
        const last = pieces.at(-1);
        const piece = last && joiner.join(last, next);
        pieces.splice(piece ? -1 : pieces.length, 1, piece ?? next);
        content += next.length;
      }
      const held = [...new Set(pieces.map(({ buffer }) => buffer))];
      const bytes = held.reduce((sum, { byteLength }) => sum + byteLength, 0);
      assert.equal(
        pieces.reduce((sum, { length }) => sum + length, 0),
        content,
      );
      assert.ok(bytes < 1.15 * content, `${bytes} bytes of ${content}`);
    });
  }

  it('does not join large chunks, and starts a new piece when one is full', () => {
    const joiner = new ChunkJoiner();
    const large = new Uint8Array(16 * 1024);
    const tooLong = large.subarray(0, 2 * 1024 + 1);
    assert.equal(joiner.join(tooLong, bytes('x')), undefined);
    assert.equal(joiner.join(bytes('x'), tooLong), undefined);
    const small = large.subarray(0, 2 * 1024);
    const most = joined(joiner, ...Array<Uint8Array>(8).fill(small));
    assert.equal(most.length, large.length);
    assert.equal(joiner.join(most, bytes('x')), undefined);
    assert.equal(textOf(joiner.join(bytes('x'), bytes('y'))), 'xy');
  });
});
