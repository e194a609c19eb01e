import { programSpec } from '../../test/support/pty/realPty';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import type { BenchContext } from '../hosts/benchContext';
import { CPrograms } from '../peers/cPrograms';
import { colouredLog } from './workloads';

const LOG_BYTES = 1_000_000;

/** A program that writes a coloured log over and over, at full speed or so many bytes a second; none without a C compiler. */
export async function makeFlood(
  context: BenchContext,
  bytesPerSecond?: number,
): Promise<PtySpawnSpec | undefined> {
  const programs = new CPrograms(context.directory);
  if (!(await programs.isThere())) {
    return undefined;
  }
  const log = colouredLog(LOG_BYTES).toString().replaceAll('\n', '\r\n');
  const rate = bytesPerSecond === undefined ? [] : [String(bytesPerSecond)];
  const path = context.file('flood.log', Buffer.from(log));
  return programSpec(await programs.make('flood'), [path, ...rate]);
}
