import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { withHost } from '../hosts/withHost';
import {
  openRelayEcho,
  openSessionEcho,
  openTerminalEcho,
  typeKeys,
  type Echo,
} from '../loads/echo';
import { colouredLog } from '../loads/workloads';
import { measureRounds } from '../measure/measureRounds';
import { withBareTerminals } from '../peers/bareTerminals';
import { withRelay } from '../peers/relay';
import { HOMES } from '../report/goals';
import { comparePercentile, type Measurement, type Measurements } from '../report/row';

const FLOODS = 10;
/** Of each round. */
const KEYS = 40;
const QUERIES = 40;
const SCROLLBACK = 1000;
/** Fits into an argument. */
const FLOOD_BYTES = 100_000;
/** Time for the floods to reach full speed. */
const SETTLE_MS = 300;
const STARTED = { limitMs: 10_000, what: 'the output of all floods' };
const ANSWERED = { limitMs: 60_000, what: 'the answers to all queries' };

/** Asks its terminal for the cursor's place, and writes how long each answer took into a file. */
const QUERY_PROGRAM = `
const { renameSync, writeFileSync } = require('node:fs');
const [path] = process.argv.slice(1);
const times = [];
process.stdin.setRawMode(true);
const query = () => {
  const start = performance.now();
  process.stdin.once('data', () => {
    times.push(performance.now() - start);
    if (times.length < ${QUERIES}) return setTimeout(query, 2);
    writeFileSync(path + '.part', JSON.stringify(times));
    renameSync(path + '.part', path);
  });
  process.stdout.write('\\x1b[6n');
};
query();`;

interface Times {
  readonly echoes: readonly number[];
  readonly queries: readonly number[];
}

/** Programs that run without a viewer, beside the one in which keys are typed. */
interface Place {
  readonly echo: Echo;
  /** Resolves once the program has been started; that of a flood, once it has printed. */
  readonly start: (program: PtySpawnSpec, isFlood: boolean) => Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

/** F4: echo of a key beside floods without a viewer, and the answers to the queries of a program without one. */
export function measureFloodedEcho(context: BenchContext, rounds: number): Promise<Measurements> {
  const log = colouredLog(FLOOD_BYTES).toString();
  const flood = programSpec('yes', [log]);
  const timed = (open: () => Promise<Place>) => async () => timeIn(context, await open(), flood);
  return withHost(async (hosted) => {
    const times = await measureRounds<string, Times>(rounds, {
      window: timed(() => openSessions(context)),
      'window peer': () =>
        withBareTerminals(async (terminals) => {
          const echo = await openTerminalEcho(terminals);
          const start = (program: PtySpawnSpec, isFlood: boolean) => {
            const { onData } = terminals.open(program);
            return isFlood
              ? new Promise<void>((fulfil) => void onData.event(() => fulfil()))
              : Promise.resolve();
          };
          return timeIn(context, { echo, start, end: () => Promise.resolve() }, flood);
        }),
      host: timed(() => openSessions(hosted.context)),
      'host peer': () =>
        withRelay(context.directory, async (relay) => {
          const echo = await openRelayEcho(relay);
          const start = async (program: PtySpawnSpec, isFlood: boolean) => {
            const socket = await relay.open(program, false);
            await (isFlood ? once(socket, 'data') : undefined);
          };
          return timeIn(context, { echo, start, end: () => Promise.resolve() }, flood);
        }),
    });
    return toMeasurements(times);
  });
}

function toMeasurements(rounds: readonly Readonly<Record<string, Times>>[]): Measurements {
  const measured: Record<string, Measurement> = {};
  for (const home of HOMES) {
    const p99 = (of: keyof Times): Measurement =>
      comparePercentile(
        rounds.map((round) => ({
          ours: round[home]?.[of] ?? [],
          peer: round[`${home} peer`]?.[of] ?? [],
        })),
        99,
      );
    measured[`${home}, echo p99`] = p99('echoes');
    measured[`${home}, hidden query p99`] = p99('queries');
  }
  return measured;
}

async function openSessions(context: BenchContext): Promise<Place> {
  const { sessions } = context;
  const echo = await openSessionEcho(context);
  const ids: string[] = [];
  return {
    echo,
    start: async (program, isFlood) => {
      const { id } = await sessions.create(context.sessionSpec(program, SCROLLBACK));
      ids.push(id);
      await waitFor(() => !isFlood || sessions.get(id)?.hasOutput === true, STARTED);
    },
    end: () => Promise.all(ids.map(async (id) => sessions.find(id)?.kill())),
  };
}

async function timeIn(
  { directory }: BenchContext,
  { echo, start, end }: Place,
  flood: PtySpawnSpec,
): Promise<Times> {
  for (let count = 0; count < FLOODS; count++) {
    await start(flood, true);
  }
  await sleep(SETTLE_MS);
  const echoes = await typeKeys(echo, KEYS);
  const path = join(directory, 'queries.json');
  await start(programSpec(process.execPath, ['-e', QUERY_PROGRAM, path]), false);
  await waitFor(() => existsSync(path), ANSWERED);
  const queries = JSON.parse(readFileSync(path, 'utf8')) as readonly number[];
  rmSync(path);
  await end();
  await echo.end();
  return { echoes, queries };
}
