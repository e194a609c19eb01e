import { programSpec } from '../../test/support/pty/realPty';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import type { BenchContext } from '../hosts/benchContext';
import { CPrograms } from '../peers/cPrograms';
import { colouredLog } from './workloads';

const LOG_BYTES = 1_000_000;

/**
 * Compiles a program that writes a coloured log in a loop. Default rate: full speed. Returns undefined if there is
 * no C compiler.
 */
export async function makeFlood(
  context: BenchContext,
  bytesPerSecond?: number,
): Promise<PtySpawnSpec | undefined> {
  const programs = new CPrograms(context.directory);
  if (!(await programs.isAvailable())) {
    return undefined;
  }
  const log = colouredLog(LOG_BYTES).toString().replaceAll('\n', '\r\n');
  const rate = bytesPerSecond === undefined ? [] : [String(bytesPerSecond)];
  const path = context.writeFile('flood.log', Buffer.from(log));
  return programSpec(await programs.compile('flood'), [path, ...rate]);
}
