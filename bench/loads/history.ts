import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import type { BenchContext } from '../hosts/benchContext';
import { LAST_ROW } from './filledSession';
import { numberedRows } from './workloads';

/** Rows that a program prints before all other output. */
export interface History {
  readonly path: string;
  readonly rows: number;
  /** Their output, in bytes. */
  readonly bytes: number;
}

export function makeHistory(context: BenchContext, rows: number): History {
  const text = `${numberedRows(rows, LAST_ROW).toString().replaceAll('\n', '\r\n')}\r\n`;
  const content = Buffer.from(text);
  return { path: context.writeFile('history.log', content), rows, bytes: content.length };
}

/** Returns a program that prints the rows unchanged, then becomes `program`. */
export function withHistory(program: PtySpawnSpec, history: History | undefined): PtySpawnSpec {
  if (!history) {
    return program;
  }
  const script = 'stty raw -echo; cat "$0"; exec "$@"';
  return {
    ...program,
    file: 'sh',
    args: ['-c', script, history.path, program.file, ...program.args],
  };
}
