import type { ProgramSpec } from '../../src/pty/ptyProcess';
import { endByNodePty, spawnByNodePty } from './nodePty';

/** A request to this process. One request runs at a time; each is answered by a message. */
export type LargeProcessTask =
  /** Starts a program of `node-pty`. */
  | { readonly kind: 'start'; readonly program: ProgramSpec }
  /** Ends that program. */
  | { readonly kind: 'end' };

const PIECE_BYTES = 64 * 1024;

/** Allocates and writes memory until this process has `mb` MB. */
function grow(mb: number): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  while (process.memoryUsage.rss() < mb * 1e6) {
    for (let piece = 0; piece < 16; piece++) {
      pieces.push(new Uint8Array(PIECE_BYTES).fill(1));
    }
  }
  return pieces;
}

/** Its length is in each message, so that the memory stays in use. */
const kept = grow(Number(process.argv[2]));
let end = (): Promise<void> => Promise.resolve();

async function run(task: LargeProcessTask): Promise<void> {
  if (task.kind === 'end') {
    await end();
    return;
  }
  const started = spawnByNodePty({ ...task.program, cols: 80, rows: 24 });
  end = () => endByNodePty(started);
}

process.on('message', (task: LargeProcessTask) => {
  void run(task).then(() => process.send?.(kept.length));
});
process.send?.(kept.length);
