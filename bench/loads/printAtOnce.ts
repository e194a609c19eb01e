import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { STREAM_SIZE } from '../../test/support/pty/screens';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { timeOf } from '../measure/measurePairs';
import type { BareTerminals } from '../peers/bareTerminals';

export interface PrintLoad {
  /** The file that each program prints. */
  readonly path: string;
  /** Its last row. */
  readonly last: string;
  /** Number of programs. */
  readonly programs: number;
  readonly scrollback: number;
}

const STARTED = { limitMs: 60_000, what: 'the start of all programs' };

/**
 * Runs programs in sessions without a viewer that print a file at the same time. Returns the milliseconds until all
 * have ended and all screens, once read, show its last row.
 */
export async function printInSessions(context: BenchContext, load: PrintLoad): Promise<number> {
  const { sessions } = context;
  const starts = startsOf(context, load);
  const specs = starts.programs.map((program) => context.sessionSpec(program, load.scrollback));
  await Promise.all(specs.map((spec) => sessions.create(spec)));
  await starts.wait();
  const ms = await timeOf(async () => {
    const ended = waitForExits(context, specs.length);
    specs.forEach(({ id }) => sessions.write(id, '\r'));
    await ended;
    await Promise.all(specs.map(({ id }) => assertLast(context, id, load.last)));
  });
  await Promise.all(specs.map(({ id }) => sessions.kill(id)));
  return ms;
}

/** As {@link printInSessions}, in bare terminals, until all output is parsed. */
export async function printInTerminals(
  context: BenchContext,
  terminals: BareTerminals,
  load: PrintLoad,
): Promise<number> {
  const starts = startsOf(context, load);
  const opened = starts.programs.map((program) => terminals.open(program, load.scrollback));
  await starts.wait();
  return timeOf(async () => {
    const ends = opened.map(
      ({ onEnd }) => new Promise<void>((fulfil) => void onEnd.event(() => fulfil())),
    );
    opened.forEach((terminal) => terminal.write('\r'));
    await Promise.all(ends);
  });
}

/** Programs that print the file once they receive a line. */
function startsOf({ directory }: BenchContext, { path, programs }: PrintLoad) {
  const markers = Array.from({ length: programs }, (_, index) => join(directory, `wait-${index}`));
  const printed = (marker: string): PtySpawnSpec =>
    programSpec('sh', ['-c', `: >'${marker}'; read -r line; exec cat '${path}'`], STREAM_SIZE);
  return {
    programs: markers.map(printed),
    /** Resolves once all wait for their line. */
    wait: async (): Promise<void> => {
      await waitFor(() => markers.every((marker) => existsSync(marker)), STARTED);
      markers.forEach((marker) => rmSync(marker));
    },
  };
}

function waitForExits({ sessions }: BenchContext, count: number): Promise<void> {
  let left = count;
  return new Promise((fulfil) => {
    const listener = sessions.onDidChange(({ type }) => {
      left -= type === 'exit' ? 1 : 0;
      if (left === 0) {
        listener.dispose();
        fulfil();
      }
    });
  });
}

async function assertLast({ sessions }: BenchContext, id: string, last: string): Promise<void> {
  const text = await sessions.text(id);
  if (!text.includes(last)) {
    throw new Error(`The screen lacks the row "${last}".`);
  }
}
