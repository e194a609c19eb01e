import assert from 'node:assert/strict';
import { NumberedStream } from '../../../bench/loads/numberedStream';

const row = (number: number): string => `${String(number).padStart(8, '0')}\r\n`;
const rows = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => row(first + at)).join('');

describe('NumberedStream', () => {
  const cases: readonly [what: string, faults: number, ...pieces: (readonly [string, string])[]][] =
    [
      ['accepts rows in pieces', 0, ['bytes', '\r\n000000'], ['bytes', `00\r\n${rows(1, 9)}`]],
      ['accepts a drawing that omits rows', 0, ['bytes', rows(0, 2)], ['drawing', rows(4, 9)]],
      [
        'continues after a drawing that ends within a row',
        0,
        ['drawing', `\x1bc${rows(0, 7)}0000`],
        ['bytes', `0008\r\n${row(9)}`],
      ],
      ['counts a repeated row', 1, ['bytes', row(0)], ['bytes', row(0) + rows(1, 9)]],
      ['counts missing rows', 1, ['bytes', rows(0, 3) + rows(5, 9)]],
      [
        'counts a drawing that goes back, and its missing end',
        2,
        ['bytes', rows(0, 9)],
        ['drawing', rows(0, 8)],
      ],
      ['counts both parts of a broken row', 2, ['bytes', `${rows(0, 3)}0004\r\n${rows(6, 9)}`]],
      ['counts a missing end', 1, ['bytes', rows(0, 8)]],
    ];
  for (const [what, faults, ...pieces] of cases) {
    it(what, async () => {
      const stream = new NumberedStream();
      for (const [kind, text] of pieces) {
        if (kind === 'bytes') {
          stream.pushBytes(Buffer.from(text));
        } else {
          stream.pushDrawing(text);
        }
      }
      assert.equal(await stream.countFaults(9), faults);
    });
  }
});
