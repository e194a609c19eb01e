import type { BenchContext } from '../hosts/benchContext';
import { withHost } from '../hosts/withHost';
import { attachOnce, LAST_ROW, startFilled } from '../loads/filledSession';
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

const ROUNDS = 7;
/** Rows of each session beside others. */
const ROWS = 1_000;

interface Contexts {
  readonly window: BenchContext;
  /** Its sessions run in a session host. */
  readonly host: BenchContext;
}

/** The time until all rows of a session are drawn. */
export async function attachGrowth(context: BenchContext): Promise<readonly Family[]> {
  return withHost(async (hosted) => {
    const contexts = { window: context, host: hosted.context };
    const byRows = await attachByRows(contexts);
    const bySessions = await attachBySessions(contexts);
    return [
      {
        ...{ id: 'attach', title: 'Attach to a session, all rows drawn', unit: 'ms' },
        rounds: ROUNDS,
        panels: [bySessions, byRows],
      },
    ];
  });
}

/** Leaves no sessions. */
async function attachByRows({ window, host }: Contexts): Promise<Panel> {
  const most = Math.max(...ROW_COUNTS);
  const path = window.writeFile('most-rows.log', numberedRows(most, LAST_ROW));
  const inWindow = await startFilled(window, path, most);
  const inHost = await startFilled(host, path, most);
  const rounds = await measureSizes(ROW_COUNTS, (rows) =>
    measureRounds(ROUNDS, {
      'in the window': () => timeOf(() => attachOnce(window, inWindow, rows)),
      'in the session host': () => timeOf(() => attachOnce(host, inHost, rows)),
    }),
  );
  await window.sessions.kill(inWindow);
  await host.sessions.kill(inHost);
  return toPanel('rows of scrollback', rounds, (ms) => ms);
}

async function attachBySessions({ window, host }: Contexts): Promise<Panel> {
  const path = window.writeFile('rows.log', numberedRows(ROWS, LAST_ROW));
  const inWindow = new Turns(window, path);
  const inHost = new Turns(host, path);
  const rounds = await measureSizes(SESSION_COUNTS, async (count) => {
    await inWindow.fill(count);
    await inHost.fill(count);
    return measureRounds(ROUNDS, {
      'in the window': () => timeOf(() => inWindow.attachNext()),
      'in the session host': () => timeOf(() => inHost.attachNext()),
    });
  });
  return toPanel(`sessions with ${ROWS.toLocaleString('en')} rows each`, rounds, (ms) => ms);
}

/** Sessions that are attached to in turns: each time the one that has been unused for longest. */
class Turns {
  private readonly ids: string[] = [];

  constructor(
    private readonly context: BenchContext,
    private readonly path: string,
  ) {}

  /** Starts sessions until `count` exist. */
  async fill(count: number): Promise<void> {
    while (this.ids.length < count) {
      this.ids.push(await startFilled(this.context, this.path, ROWS));
    }
  }

  async attachNext(): Promise<void> {
    const [id = ''] = this.ids.splice(0, 1);
    this.ids.push(id);
    await attachOnce(this.context, id, ROWS);
  }
}
