import { readdirSync, readFileSync } from 'node:fs';
import { HOST_MARKER_VARIABLE } from '../../src/host/discovery/hostEnvironment';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { timeOf } from '../measure/measurePairs';
import { hasProcFs } from '../measure/processStats';
import { toLoneRow, type Row } from '../report/row';
import { withHost, type Hosted } from '../hosts/withHost';

const ROUNDS = 5;
const SCROLLBACK = 1000;
const LIMIT_MS = 20_000;
/** Programs that end with their terminal, ignore its end, or have left its session. */
const PROGRAMS = [
  'exec cat',
  'sleep 600 & exec cat',
  'exec yes',
  `trap '' HUP TERM; while :; do sleep 1; done`,
  'nohup sleep 600 >/dev/null 2>&1 & exec cat',
  'setsid sleep 600 & exec cat',
  'setsid sh -c "sleep 600 & sleep 600" & exec cat',
] as const;

/** R5: after a session host is killed, all its programs end and a window detects it. */
export async function hostKillRows(context: BenchContext): Promise<readonly Row[]> {
  if (!hasProcFs()) {
    context.skip('R5', 'this system has no /proc');
    return [];
  }
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await withHost(killHost));
  }
  const what = `session host with ${PROGRAMS.length} programs killed, ${ROUNDS} times: time until all have ended, slowest`;
  const target = { kind: 'atMost', value: 5000 } as const;
  return [toLoneRow({ id: 'R5', what, unit: 'ms', target }, times, 100)];
}

/**
 * Kills the session host. Returns the milliseconds until its last program has ended. Looks for a host again, which
 * ends the programs of a dead one.
 */
async function killHost({ home, client, context, pid }: Hosted): Promise<number> {
  for (const script of PROGRAMS) {
    const program = programSpec('sh', ['-c', script]);
    await context.sessions.create(context.sessionSpec(program, SCROLLBACK));
  }
  const marker = `${HOST_MARKER_VARIABLE}=${client.host?.host}`;
  const started = { limitMs: LIMIT_MS, what: 'all programs' };
  await waitFor(() => countMarked(marker) >= PROGRAMS.length, started);
  const ended = { limitMs: LIMIT_MS, what: 'the end of all programs' };
  const ms = await timeOf(async () => {
    process.kill(pid, 'SIGKILL');
    await waitFor(() => client.health.state === 'gone', {
      limitMs: LIMIT_MS,
      what: 'the end of the session host',
    });
    await home.access().find();
    await waitFor(() => countMarked(marker) === 0, ended);
  });
  const wronglyAlive = client.list().filter(({ state }) => state !== 'terminated');
  if (wronglyAlive.length > 0) {
    throw new Error(
      `The client lists ${wronglyAlive.length} sessions of a dead session host as alive.`,
    );
  }
  return ms;
}

/** Counts the processes with this entry in their environment. */
function countMarked(marker: string): number {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && hasMarker(name, marker))
    .length;
}

function hasMarker(pid: string, marker: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(marker);
  } catch {
    // The process has ended or belongs to another user.
    return false;
  }
}
