import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Terminal } from '@xterm/headless';
import { systemClock } from '../../src/base/clock';
import { nullLogger } from '../../src/base/logger';
import type { Dimensions } from '../../src/pty/ptyProcess';
import { AgentPseudoterminal } from '../../src/views/terminals/agentPseudoterminal';
import { programSpec } from '../../test/support/pty/realPty';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { measureRounds } from '../measure/measureRounds';
import { toLoneRow, type Row } from '../report/row';
import { numberedRows } from '../loads/workloads';

const ROWS = 10_000;
const LAST = 'the-last-row';
const ROUNDS = 5;
const STORM = { times: 500, everyMs: 10 } as const;
const LAST_SIZE: Dimensions = { cols: 101, rows: 31 };
/** `wait` returns on a signal, so that the program redraws at each size, as agents do. */
const ENDLESS = 'while :; do sleep 60 & wait; done';
const RESIZED = { limitMs: 10_000, what: 'the last size of the storm' };

interface Storm {
  readonly reflowsPerSecond: number;
  /** Delay of the event loop, in milliseconds, at the 99th percentile. */
  readonly loopDelayMs: number;
}

/** P15: reflows and event-loop delay during 100 resizes per second. */
export async function resizeStormRows(context: BenchContext): Promise<readonly Row[]> {
  const { sessions } = context;
  const id = await startSession(context);
  const terminal = new AgentPseudoterminal(
    { sessions, clock: systemClock, terminalScrollback: () => ROWS, log: nullLogger },
    { sessionId: id, label: id, cwd: context.directory },
  );
  terminal.open({ columns: 80, rows: 24 });
  const isAttached = (): boolean => sessions.get(id)?.attachedCount === 1;
  await waitFor(isAttached, { limitMs: 10_000, what: 'the terminal to attach' });
  const rounds = await measureRounds(ROUNDS, {
    'through a terminal': () =>
      storm(context, id, ({ cols, rows }) => terminal.setDimensions({ columns: cols, rows })),
    'by direct calls': () => storm(context, id, (size) => sessions.resize(id, size)),
  });
  terminal.close();
  await sessions.kill(id);
  return (['through a terminal', 'by direct calls'] as const).flatMap((via) =>
    toRows(
      via,
      rounds.map((round) => round[via]),
    ),
  );
}

function toRows(via: string, storms: readonly Storm[]): readonly Row[] {
  const what = `100 resizes per second ${via}, 10,000 rows`;
  const atMost = (value: number) => ({ kind: 'atMost', value }) as const;
  return [
    toLoneRow(
      { id: 'P15', what: `${what}: reflows per second`, unit: '', target: atMost(10) },
      storms.map(({ reflowsPerSecond }) => reflowsPerSecond),
    ),
    toLoneRow(
      { id: 'P15', what: `${what}: event-loop delay, p99`, unit: 'ms', target: atMost(20) },
      storms.map(({ loopDelayMs }) => loopDelayMs),
    ),
  ];
}

/** Resizes repeatedly. Resolves once the session and its screen have the last size. */
async function storm(
  { sessions }: BenchContext,
  id: string,
  resize: (size: Dimensions) => void,
): Promise<Storm> {
  const reflows = countReflows();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const start = performance.now();
  delay.enable();
  for (let index = 0; index < STORM.times; index++) {
    resize({ cols: 80 + (index % 60), rows: 24 + (index % 20) });
    await sleep(Math.max(0, start + (index + 1) * STORM.everyMs - performance.now()));
  }
  resize(LAST_SIZE);
  const isLast = (): boolean =>
    JSON.stringify(sessions.get(id)?.dimensions) === JSON.stringify(LAST_SIZE);
  await waitFor(isLast, RESIZED);
  await sessions.text(id);
  delay.disable();
  const seconds = (performance.now() - start) / 1000;
  const loopDelayMs = Math.max(0, delay.percentile(99) / 1e6 - 1);
  return { reflowsPerSecond: reflows.end() / seconds, loopDelayMs };
}

/** Counts the resizes of all `Terminal`s of this process until `end`. */
function countReflows(): { end(): number } {
  const { resize } = Object.getOwnPropertyDescriptors(Terminal.prototype);
  const original = resize?.value as Terminal['resize'];
  let count = 0;
  Terminal.prototype.resize = function (cols, rows) {
    count += 1;
    original.call(this, cols, rows);
  };
  return {
    end() {
      Terminal.prototype.resize = original;
      return count;
    },
  };
}

async function startSession(context: BenchContext): Promise<string> {
  const { sessions } = context;
  const path = context.writeFile('p15.log', numberedRows(ROWS, LAST));
  const program = programSpec('sh', ['-c', `trap 'echo redrawn' WINCH; cat '${path}'; ${ENDLESS}`]);
  const { id } = await sessions.create(context.sessionSpec(program, ROWS));
  await waitFor(async () => (await sessions.text(id)).includes(LAST), {
    limitMs: 10_000,
    what: `the row "${LAST}"`,
  });
  return id;
}
