import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SessionError } from '../../../../src/base/errors';
import {
  FRAME_KINDS,
  frameHead,
  FrameReader,
  MAX_FRAME_BYTES,
  type Frame,
  type FrameKind,
} from '../../../../src/host/protocol/frame';

const KINDS: readonly FrameKind[] = [
  ...(['rpc', 'note', 'output', 'drawing', 'redrawn', 'typedText', 'typedBytes'] as const),
];
const word = fc.integer({ min: 0, max: 0xffff_ffff });
const frames = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    stream: word,
    content: fc.uint8Array({ maxLength: 300 }),
  }),
  { maxLength: 8 },
);

describe('FrameReader', () => {
  it('supports every kind', () => {
    assert.deepEqual(Object.keys(FRAME_KINDS), [...KINDS]);
  });

  it('returns the sent frames for any split of the bytes', () => {
    fc.assert(
      fc.property(frames, fc.array(fc.nat({ max: 400 }), { maxLength: 60 }), (sent, sizes) => {
        const bytes = Buffer.concat(sent.flatMap((frame) => [frameHead(frame), frame.content]));
        const reader = new FrameReader();
        const got: Frame[] = [];
        let at = 0;
        for (const size of [...sizes, bytes.length]) {
          got.push(...reader.push(bytes.subarray(at, at + size)));
          at += size;
        }
        assert.deepEqual(got.map(plain), sent.map(plain));
      }),
    );
  });

  it('returns nothing of an incomplete frame', () => {
    const frame: Frame = { kind: 'output', stream: 1, content: Buffer.from('hello') };
    const bytes = Buffer.concat([frameHead(frame), frame.content]);
    for (let length = 0; length < bytes.length; length++) {
      assert.deepEqual(new FrameReader().push(bytes.subarray(0, length)), []);
    }
  });

  for (const size of [0, 1, 4, MAX_FRAME_BYTES + 1, 0x7fff_ffff, 0xffff_ffff]) {
    it(`refuses a frame of ${size} bytes on its header`, () => {
      const head = Buffer.alloc(4);
      head.writeUInt32LE(size);
      refuses(head);
    });
  }

  it('refuses a frame of an unknown kind', () => {
    const head = Buffer.alloc(9);
    head.writeUInt32LE(5);
    head[4] = 7;
    refuses(head);
  });

  it('returns frames or throws BAD_REQUEST for any input', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 }), (pieces) => {
        const reader = new FrameReader();
        try {
          pieces.forEach((piece) => reader.push(piece));
        } catch (error) {
          assert.ok(SessionError.is(error, 'BAD_REQUEST'), String(error));
        }
      }),
    );
  });

  function plain({ kind, stream, content }: Frame): unknown {
    return { kind, stream, content: [...content] };
  }

  function refuses(bytes: Uint8Array): void {
    assert.throws(
      () => new FrameReader().push(bytes),
      (error) => SessionError.is(error, 'BAD_REQUEST'),
    );
  }
});
