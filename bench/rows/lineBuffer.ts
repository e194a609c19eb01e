import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { LineBuffer } from '../../src/pty/lines/lineBuffer';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { measurePairs, rateOf, timeOf } from '../measure/measurePairs';
import { readPty } from '../peers/readPty';
import { toRow, type Row } from '../report/row';
import { colouredLog } from '../loads/workloads';

const BYTES = 20_000_000;
const CHUNK = 4095;
const PAIRS = 7;
const WHAT = 'splitting a coloured log into lines, in chunks of 4,095 B';

/** P16: throughput of splitting output into lines, beside reading a PTY. */
export async function lineBufferRows(context: BenchContext): Promise<readonly Row[]> {
  const log = colouredLog(BYTES);
  const chunks = cut(log);
  const spec = programSpec('cat', [context.writeFile('p16.log', log)]);
  const ours = async (): Promise<number> => rateOf(log.length, await timeOf(() => split(chunks)));
  const pty = async (): Promise<number> =>
    rateOf(log.length, await timeOf(() => readPty(context.spawner, spec)));
  const strip = async (): Promise<number> =>
    rateOf(log.length, await timeOf(() => stripAll(chunks)));

  const title = { id: 'P16', what: WHAT, unit: 'MB/s' } as const;
  return [
    toRow(
      { ...title, peerName: 'reading a PTY', target: { kind: 'atLeast', value: 1.5 } },
      await measurePairs(PAIRS, ours, pty),
    ),
    toRow(
      { ...title, peerName: 'stripVTControlCharacters' },
      await measurePairs(PAIRS, ours, strip),
    ),
  ];
}

function cut(log: Buffer): readonly Buffer[] {
  const count = Math.ceil(log.length / CHUNK);
  return Array.from({ length: count }, (_, at) => log.subarray(at * CHUNK, (at + 1) * CHUNK));
}

function split(chunks: readonly Buffer[]): void {
  const buffer = new LineBuffer();
  let lines = 0;
  for (const chunk of chunks) {
    lines += buffer.push(chunk).length;
  }
  assertSome(lines + buffer.flush().length);
}

function stripAll(chunks: readonly Buffer[]): void {
  const decoder = new StringDecoder('utf8');
  let lines = 0;
  for (const chunk of chunks) {
    lines += stripVTControlCharacters(decoder.write(chunk)).split('\n').length;
  }
  assertSome(lines);
}

/** Uses the result, so that the compiler does not remove the work. */
function assertSome(count: number): void {
  if (count === 0) {
    throw new Error('No line was found.');
  }
}
