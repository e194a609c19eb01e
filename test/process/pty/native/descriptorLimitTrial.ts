import { closeSync, openSync, readdirSync } from 'node:fs';
import { SessionError } from '../../../../src/base/errors';
import { createRealSpawner, programSpec, record } from '../../../support/pty/realPty';

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
      process.stdout.write(JSON.stringify({ codes, exit, leaked: countOpen() - before }));
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
