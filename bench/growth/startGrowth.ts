import { formatSeed } from '../../src/pty/session/forkSeed';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { withHost } from '../hosts/withHost';
import { LAST_ROW, startFilled } from '../loads/filledSession';
import { numberedRows } from '../loads/workloads';
import { timeOf } from '../measure/measurePairs';
import { measureRounds } from '../measure/measureRounds';
import {
  measureSizes,
  ROW_COUNTS,
  SESSION_COUNTS,
  toPanel,
  type Family,
  type Panel,
} from './family';

const ROUNDS = 15;
const SCROLLBACK = 1_000;
const PROGRAM = programSpec('cat');

type Contexts = Readonly<Record<'in the window' | 'in the session host', BenchContext>>;

/** The time to start a session beside others, and to start a fork, which copies the rows of another session. */
export async function startGrowth(context: BenchContext): Promise<readonly Family[]> {
  return withHost(async (hosted) => {
    const contexts = { 'in the window': context, 'in the session host': hosted.context };
    const byRows = await forkByRows(contexts);
    const bySessions = await startBySessions(contexts);
    return [
      {
        ...{ id: 'start', title: 'Start of another session', unit: 'ms' },
        rounds: ROUNDS,
        panels: [bySessions, byRows],
      },
    ];
  });
}

/** Leaves no sessions. */
async function forkByRows(contexts: Contexts): Promise<Panel> {
  const { 'in the window': window, 'in the session host': host } = contexts;
  const rounds = await measureSizes(ROW_COUNTS, async (rows) => {
    const path = window.writeFile('parent.log', numberedRows(rows, LAST_ROW));
    const inWindow = await startFilled(window, path, rows);
    const inHost = await startFilled(host, path, rows);
    const measured = await measureRounds(ROUNDS, {
      'in the window': () => forkOnce(window, inWindow, rows),
      'in the session host': () => forkOnce(host, inHost, rows),
    });
    await window.sessions.kill(inWindow);
    await host.sessions.kill(inHost);
    return measured;
  });
  return toPanel('rows that a fork copies', rounds, (ms) => ms);
}

async function startBySessions(contexts: Contexts): Promise<Panel> {
  const { 'in the window': window, 'in the session host': host } = contexts;
  const rounds = await measureSizes(SESSION_COUNTS, async (count) => {
    await Promise.all([fill(window, count), fill(host, count)]);
    return measureRounds(ROUNDS, {
      'in the window': () => startOnce(window),
      'in the session host': () => startOnce(host),
    });
  });
  return toPanel('sessions that exist', rounds, (ms) => ms);
}

/** Starts sessions until `count` exist. */
async function fill(context: BenchContext, count: number): Promise<void> {
  while (context.sessions.list().length < count) {
    await context.sessions.create(context.sessionSpec(PROGRAM, SCROLLBACK));
  }
}

async function startOnce(context: BenchContext): Promise<number> {
  const spec = context.sessionSpec(PROGRAM, SCROLLBACK);
  const ms = await timeOf(() => context.sessions.create(spec));
  await context.sessions.kill(spec.id);
  return ms;
}

/** As {@link startOnce}, with the rows of the session `parent`. */
async function forkOnce(context: BenchContext, parent: string, rows: number): Promise<number> {
  const { sessions } = context;
  const spec = context.sessionSpec(PROGRAM, rows);
  const ms = await timeOf(async () => {
    const shown = await sessions.colouredText(parent, { scrollback: rows });
    await sessions.create({ ...spec, seed: formatSeed(shown, parent) });
  });
  await sessions.kill(spec.id);
  return ms;
}
