import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PtyProcess } from '../../../../src/pty/ptyProcess';
import { createRealSpawner, programSpec, record } from '../../../support/pty/realPty';

/**
 * A separate program, so that any Node can run it. It starts programs that write and end at once,
 * ten at a time, and prints how many of them had missing output or a wrong exit, for each mode.
 * Arguments: bytes, number of programs in each mode, and the modes: `plain`, `paused`, `blocked`.
 */
async function main([bytes, count, ...modes]: readonly string[]): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'last-bytes-'));
  try {
    const file = join(directory, 'output');
    // No line ends, since the PTY would turn each into two characters.
    const content = randomBytes(Number(bytes)).toString('base64').slice(0, Number(bytes));
    writeFileSync(file, content);
    const hash = hashOf(Buffer.from(content));
    const faults: number[] = [];
    for (const mode of modes) {
      let ofMode = 0;
      for (let left = Number(count); left > 0; left -= 10) {
        ofMode += await runBatch(Math.min(left, 10), { file, hash, mode });
      }
      faults.push(ofMode);
    }
    process.stdout.write(JSON.stringify({ uv: process.versions.uv, faults }));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const spawner = createRealSpawner();

async function runBatch(
  size: number,
  { file, hash, mode }: { file: string; hash: string; mode: string },
): Promise<number> {
  const programs = Array.from({ length: size }, () =>
    spawner.spawn(programSpec('/bin/cat', [file])),
  );
  const recordings = programs.map(record);
  if (mode === 'paused') {
    programs.forEach(stutter);
  }
  if (mode === 'blocked') {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
  const ends = await Promise.all(recordings);
  return ends.filter(
    ({ output, exits, lateBytes, exit }) =>
      hashOf(output) !== hash || exits !== 1 || lateBytes !== 0 || exit.exitCode !== 0,
  ).length;
}

/** Pauses at the start and briefly after each chunk, so that the exit often occurs during a pause. */
function stutter(program: PtyProcess): void {
  program.pause();
  const timer = setInterval(() => program.resume(), 2);
  program.onData(() => program.pause());
  program.onExit(() => clearInterval(timer));
}

function hashOf(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

void main(process.argv.slice(2));
