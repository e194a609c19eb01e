import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COMPRESSION } from '../../src/pty/limits';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { MEMORY_SIZE } from '../measure/runMemoryTrial';
import { requireSession } from '../../src/pty/sessionBackend';

const FILLED_LIMIT_MS = 60_000;
/** Time to compress the screens of all sessions after they become due; each has about 1 MB. */
const COMPRESS_MS = 3000;

/** Fills sessions with the file at `path`, one at a time. Resolves once all output has been read. */
export async function fillSessions(context: BenchContext, path: string): Promise<void> {
  const { sessions } = context;
  const { count, viewed, cols, rows: scrollback } = MEMORY_SIZE;
  for (let index = 0; index < count; index++) {
    const marker = join(context.directory, `filled-${index}`);
    const program = programSpec('sh', ['-c', `cat '${path}'; : >'${marker}'; exec cat`]);
    const spec = { ...context.sessionSpec(program, scrollback), dimensions: { cols, rows: 24 } };
    const { id } = await sessions.create(spec);
    if (index < viewed) {
      await requireSession(sessions, id).attach({ onData() {}, onExit() {} });
    }
    await waitFor(() => existsSync(marker), { limitMs: FILLED_LIMIT_MS, what: 'the output' });
  }
  await waitFor(() => sessions.list().every(({ state }) => state === 'idle'), {
    limitMs: FILLED_LIMIT_MS,
    what: 'the end of all output',
  });
}

/** Resolves once the time in which screens without a viewer are compressed has passed. */
export function waitForCompression(): Promise<void> {
  return new Promise((fulfil) => void setTimeout(fulfil, COMPRESSION.ms + COMPRESS_MS));
}
