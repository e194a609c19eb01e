import assert from 'node:assert/strict';
import {
  formatColour,
  formatColourReport,
  luminanceOf,
  parseColour,
} from '../../../../../src/pty/screen/xterm/colourSpec';

describe('parseColour', () => {
  const SPECS = [
    ['rgb:1/f/8', [0x11, 0xff, 0x88]],
    ['rgb:12/34/56', [0x12, 0x34, 0x56]],
    ['rgb:fff/000/800', [0xff, 0x00, 0x80]],
    ['RGB:ABCD/0000/FFFF', [0xab, 0x00, 0xff]],
    ['#18f', [0x10, 0x80, 0xf0]],
    ['#12aBcD', [0x12, 0xab, 0xcd]],
    ['#123456789', [0x12, 0x45, 0x78]],
    ['#123456789abc', [0x12, 0x56, 0x9a]],
  ] as const;
  for (const [spec, colour] of SPECS) {
    it(`reads ${spec}`, () => {
      assert.deepEqual(parseColour(spec), colour);
      assert.deepEqual(parseColour(formatColour(colour)), colour);
    });
  }

  const NONE = ['', '?', 'red', 'rgb:1/22/3', 'rgb:1/2', 'rgb:12345/1/1', '#1234', '#', '#ggg'];
  for (const spec of [...NONE, 'rgbi:1/1/1', ' #fff', '#fff\n']) {
    it(`ignores ${JSON.stringify(spec)}`, () => assert.equal(parseColour(spec), undefined));
  }
});

describe('formatColourReport', () => {
  it('writes four digits per channel', () =>
    assert.equal(formatColourReport([0, 0x0a, 0xff]), 'rgb:0000/0a0a/ffff'));
});

describe('luminanceOf', () => {
  it('returns 0 for black and 1 for white, and more for green than for blue', () => {
    assert.deepEqual([luminanceOf([0, 0, 0]), luminanceOf([255, 255, 255])], [0, 1]);
    assert.ok(luminanceOf([0, 255, 0]) > luminanceOf([0, 0, 255]));
  });
});
