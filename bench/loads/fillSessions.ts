import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SLEEP_AFTER_MS } from '../../src/pty/screen/screenRest';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { MEMORY_SIZE, type MemoryTrialArgs } from '../measure/runMemoryTrial';

export type Filling = Omit<MemoryTrialArgs, 'kind'>;

const FILLED_LIMIT_MS = 60_000;
/** From the moment a screen is to be put away until it is: each of them compresses a megabyte. */
const PUT_AWAY_MS = 3000;

/** One after another; until all output is taken in, and each screen that nobody watches had its time to be put away. */
export async function fillSessions(
  context: BenchContext,
  { count, watched, path }: Filling,
): Promise<void> {
  const { sessions } = context;
  const { cols, rows: scrollback } = MEMORY_SIZE;
  for (let index = 0; index < count; index++) {
    const marker = join(context.directory, `filled-${index}`);
    const program = programSpec('sh', ['-c', `cat '${path}'; : >'${marker}'; exec cat`]);
    const spec = { ...context.sessionSpec(program, scrollback), dimensions: { cols, rows: 24 } };
    const { id } = await sessions.create(spec);
    if (index < watched) {
      await sessions.attach(id, { onData() {}, onExit() {} });
    }
    await waitFor(() => existsSync(marker), { limitMs: FILLED_LIMIT_MS, what: 'the output' });
  }
  await waitFor(() => sessions.list().every(({ state }) => state === 'idle'), {
    limitMs: FILLED_LIMIT_MS,
    what: 'the end of all output',
  });
  await new Promise((fulfil) => setTimeout(fulfil, SLEEP_AFTER_MS + PUT_AWAY_MS));
}
