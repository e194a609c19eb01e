import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { programSpec } from '../../test/support/pty/realPty';
import { MEMORY_SIZE } from '../measure/runMemoryTrial';
import { endByNodePty, spawnByNodePty } from './nodePty';

/** The name of this peer in the table. */
export const PACKED_PROGRAMS = 'node-pty and its output, compressed';

const compress = promisify(deflateRaw);
const LF = 0x0a;
const SIZE = { cols: MEMORY_SIZE.cols, rows: 24 } as const;

/** A program of `node-pty` that runs on. Its output so far is kept compressed and was never parsed. */
interface PackedProgram {
  readonly output: Buffer;
  end(): Promise<void>;
}

/** Runs programs that print the file at `path` and wait, one after another. */
export async function packPrograms(count: number, path: string): Promise<readonly PackedProgram[]> {
  // The terminal adds a carriage return to each row.
  const length = readFileSync(path).reduce((sum, byte) => sum + (byte === LF ? 2 : 1), 0);
  const programs: PackedProgram[] = [];
  for (let index = 0; index < count; index++) {
    programs.push(await packProgram(path, length));
  }
  return programs;
}

async function packProgram(path: string, length: number): Promise<PackedProgram> {
  const program = spawnByNodePty(programSpec('sh', ['-c', `cat '${path}'; exec cat`], SIZE));
  const pieces: Buffer[] = [];
  let left = length;
  await new Promise<void>((fulfil) => {
    const listener = program.onData((data) => {
      // With `encoding: null`, node-pty emits buffers.
      const bytes = data as unknown as Buffer;
      pieces.push(bytes);
      left -= bytes.length;
      if (left <= 0) {
        listener.dispose();
        fulfil();
      }
    });
  });
  return { output: await compress(Buffer.concat(pieces)), end: () => endByNodePty(program) };
}
