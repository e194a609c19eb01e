import { closeSync, openSync, readdirSync } from 'node:fs';
import { SessionError } from '../../../../src/base/errors';
import { createRealSpawner, programSpec, record } from '../../../support/pty/realPty';
import { waitFor } from '../../../support/waitFor';

/** Descriptors of a program that has ended are closed later, on a busy machine much later. */
const CLOSE_MS = 10_000;

/**
 * A separate program that runs with few descriptors. It starts programs while no descriptor is
 * left, then with one more after each failure, and prints the results.
 */
async function main(): Promise<void> {
  const spawner = createRealSpawner();
  await record(spawner.spawn(programSpec('/bin/true')));
  const before = countOpen();
  const fillers = fill();
  const codes: string[] = [];
  for (;;) {
    try {
      const { exit } = await record(spawner.spawn(programSpec('/bin/sh', ['-c', 'exit 9'])));
      fillers.forEach((fd) => closeSync(fd));
      const leaked = (): number => countOpen() - before;
      await waitFor(() => leaked() <= 0, { limitMs: CLOSE_MS, what: 'no leak' }).catch(() => {});
      process.stdout.write(JSON.stringify({ codes, exit, leaked: leaked() }));
      return;
    } catch (error) {
      codes.push(SessionError.is(error) ? error.code : String(error));
      closeSync(fillers.pop() ?? -1);
    }
  }
}

function fill(): number[] {
  const fillers: number[] = [];
  try {
    for (;;) {
      fillers.push(openSync('/dev/null', 'r'));
    }
  } catch {
    return fillers;
  }
}

function countOpen(): number {
  return readdirSync('/dev/fd').length;
}

void main();
