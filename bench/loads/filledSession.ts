import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';

/** The last row of the file that a session prints. */
export const LAST_ROW = 'the-last-row';

const READY = { limitMs: 30_000, what: `the row "${LAST_ROW}"` };

/** Starts a session that prints the file at `path` and keeps `scrollback` rows. Resolves with its id once it has printed. */
export async function startFilled(
  context: BenchContext,
  path: string,
  scrollback: number,
): Promise<string> {
  const { sessions } = context;
  const program = programSpec('sh', ['-c', `cat '${path}'; exec cat`]);
  const { id } = await sessions.create(context.sessionSpec(program, scrollback));
  await waitFor(async () => (await sessions.text(id)).includes(LAST_ROW), READY);
  return id;
}

/** Attaches until the screen and `scrollback` rows are drawn, and detaches. */
export async function attachOnce(
  { sessions }: BenchContext,
  id: string,
  scrollback: number,
): Promise<void> {
  let last = '';
  const onData = (data: string): void => void (last = data);
  const attachment = await sessions.attach(id, { scrollback, onData, onExit() {} });
  attachment.dispose();
  if (!last.includes(LAST_ROW)) {
    throw new Error(`The drawing lacks the row "${LAST_ROW}".`);
  }
}
