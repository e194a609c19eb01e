import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { isRunning } from '../../test/support/isRunning';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { toLoneRow, type Row } from '../report/row';
import { CollectedOutput } from '../loads/collectedOutput';
import type { WindowProgramArgs, WindowReport } from '../hosts/windowProgram';
import { withHost, type Hosted } from '../hosts/withHost';

const ROUNDS = 25;
const SESSIONS = 8;
const SCROLLBACK = 1000;
/** Longest time from the last drawing to the kill of the window. */
const MAX_KILL_DELAY_MS = 200;

interface Sessions {
  readonly marks: Readonly<Record<string, string>>;
  readonly pids: ReadonlyMap<string, number | null>;
}

/** One window. The shares are in percent of all sessions. */
interface Round {
  /** Sessions that were alive after the kill of the window. */
  readonly alive: number;
  /** Sessions of which the window has shown the same process and screen. */
  readonly same: number;
  /** Time until all were drawn, in milliseconds. */
  readonly ms: number;
}

/** R4: sessions survive a kill of the window, and the next window draws each of them. */
export function windowKillRows(_context: BenchContext): Promise<readonly Row[]> {
  return withHost(async (hosted) => {
    const program = join(hosted.home.root, 'window.cjs');
    await build({
      entryPoints: [join(__dirname, '..', 'hosts', 'windowProgram.ts')],
      ...{ outfile: program, bundle: true, platform: 'node', logLevel: 'warning' },
    });
    const sessions = await startSessions(hosted);
    const { extensionPath, home } = hosted.home;
    const args: WindowProgramArgs = { extensionPath, home, marks: sessions.marks };
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(toRound(sessions, await runAndKillWindow(program, args)));
    }
    return rowsOf(rounds);
  });
}

/** Called once the window of the report has been killed. */
function toRound({ pids }: Sessions, report: WindowReport): Round {
  const alive = [...pids.values()].filter((pid) => pid !== null && isRunning(pid));
  const same = report.matchedIds.filter((id) => report.pids[id] === pids.get(id));
  const share = ({ length }: readonly unknown[]): number => (100 * length) / SESSIONS;
  return { alive: share(alive), same: share(same), ms: report.ms };
}

function rowsOf(rounds: readonly Round[]): readonly Row[] {
  const of = (key: keyof Round): readonly number[] => rounds.map((round) => round[key]);
  const title = (what: string) =>
    ({
      id: 'R4',
      what: `${SESSIONS} sessions, one of them a flood, after ${ROUNDS} windows were killed: ${what}`,
    }) as const;
  const all = { unit: '%', target: { kind: 'atLeast', value: 100 } } as const;
  const fast = { unit: 'ms', target: { kind: 'atMost', value: 1000 } } as const;
  const drawn = 'time to draw all in the next window, slowest';
  return [
    toLoneRow({ ...title('alive'), ...all }, of('alive'), 0),
    toLoneRow({ ...title('same process and screen in the next window'), ...all }, of('same'), 0),
    toLoneRow({ ...title(drawn), ...fast }, of('ms'), 100),
  ];
}

async function startSessions({ context }: Hosted): Promise<Sessions> {
  const marks: Record<string, string> = {};
  const pids = new Map<string, number | null>();
  for (let index = 0; index < SESSIONS; index++) {
    const mark = `mark-${Math.random().toString(36).slice(2)}`;
    const script = index === 0 ? `exec yes ${mark}` : `echo ${mark}; exec cat`;
    const spec = context.sessionSpec(programSpec('sh', ['-c', script]), SCROLLBACK);
    const { id, pid } = await context.sessions.create(spec);
    marks[id] = mark;
    pids.set(id, pid);
  }
  return { marks, pids };
}

/** Starts a window and kills it after it has drawn all sessions. Returns its report. */
async function runAndKillWindow(program: string, args: WindowProgramArgs): Promise<WindowReport> {
  const window = spawn(process.execPath, [program, JSON.stringify(args)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((fulfil) => window.once('exit', () => fulfil()));
  const output = new CollectedOutput();
  window.stdout.on('data', (data) => output.push(data));
  const endedEarly = ended.then(() =>
    Promise.reject(new Error('A window ended before it was killed.')),
  );
  const report = JSON.parse(await Promise.race([output.waitFor('\n'), endedEarly])) as WindowReport;
  await sleep(Math.random() * MAX_KILL_DELAY_MS);
  endedEarly.catch(() => {});
  window.kill('SIGKILL');
  await ended;
  return report;
}
