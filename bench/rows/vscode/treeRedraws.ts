import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../../test/support/waitFor';
import type { UiVsCode } from '../../../test/ui/support/uiVsCode';
import type { BenchContext } from '../../hosts/benchContext';
import { openBenchVsCode } from '../../loads/benchVsCode';
import { measurePairs } from '../../measure/measurePairs';
import { toRow, type Pair, type Row } from '../../report/row';

const SESSIONS = 100;
const PAIRS = 5;
const WATCH_MS = 3_000;
const SETTLE_MS = 1_000;
const LIMIT_MS = 60_000;

/** How much longer than without the tree the longest task may be, in milliseconds. */
const MOST_MORE_MS = 50;

/**
 * Records tasks of the page's main thread, of which browsers report those over 50 ms. `takeLongTasks`
 * returns the durations since its last call, also those whose report waits for the observer.
 */
const WATCH_TASKS = `
const durations = [];
const add = (entries) => durations.push(...entries.map(({ duration }) => duration));
const observer = new PerformanceObserver((list) => add(list.getEntries()));
globalThis.takeLongTasks = () => {
  add(observer.takeRecords());
  return durations.splice(0);
};
observer.observe({ type: 'longtask' });`;

/**
 * P21: the page's main thread while sessions of the tree change ten times per second, beside the same
 * window with the tree hidden. Skipped without a browser or a VS Code.
 */
export async function treeRedrawRows(context: BenchContext): Promise<readonly Row[]> {
  const opened = await openBenchVsCode();
  if (!opened) {
    context.skip('P21', 'no browser or no VS Code is available');
    return [];
  }
  const { vscode, client } = opened;
  try {
    for (let count = 0; count < SESSIONS; count++) {
      await client.start({ provider: 'changing', task: 'Change' });
    }
    await vscode.page.evaluate(WATCH_TASKS);
    const pairs = await measurePairs(
      PAIRS,
      () => watch(vscode, true),
      () => watch(vscode, false),
    );
    return toRows(pairs);
  } finally {
    await opened.end();
  }
}

interface Watched {
  /** The longest task in milliseconds; 0 if none was over 50 ms. */
  readonly longestMs: number;
  /** CPU time of the main thread in percent of a core. */
  readonly busy: number;
}

function toRows(pairs: readonly Readonly<Record<keyof Pair, Watched>>[]): readonly Row[] {
  const what = `${SESSIONS} sessions that change ten times per second, tree shown`;
  const title = { id: 'P21', peerName: 'tree hidden' } as const;
  const of = (key: keyof Watched): readonly Pair[] =>
    pairs.map(({ ours, peer }) => ({ ours: ours[key], peer: peer[key] }));
  const more = of('longestMs').map(({ ours, peer }) => ({ ours: ours - peer, peer }));
  return [
    toRow({ ...title, what: `${what}: main thread`, unit: '%' }, of('busy')),
    {
      ...toRow({ ...title, what: `${what}: longest task beyond the peer's`, unit: 'ms' }, more),
      target: { kind: 'atMost', value: MOST_MORE_MS, of: 'ours' },
      ratio: undefined,
    },
  ];
}

async function watch(vscode: UiVsCode, isShown: boolean): Promise<Watched> {
  const { page } = vscode;
  await showSideBar(vscode, isShown);
  await sleep(SETTLE_MS);
  await page.evaluate('takeLongTasks()');
  const metrics = await page.context().newCDPSession(page);
  await metrics.send('Performance.enable');
  const busySeconds = async (): Promise<number> =>
    (await metrics.send('Performance.getMetrics')).metrics.find(
      ({ name }) => name === 'TaskDuration',
    )?.value ?? NaN;
  const [before, start] = [await busySeconds(), performance.now()];
  await sleep(WATCH_MS);
  const busyMs = ((await busySeconds()) - before) * 1000;
  const busy = (100 * busyMs) / (performance.now() - start);
  await metrics.detach();
  return { longestMs: await page.evaluate<number>('Math.max(0, ...takeLongTasks())'), busy };
}

async function showSideBar({ page, palette, sessions }: UiVsCode, isShown: boolean): Promise<void> {
  if (isShown) {
    await sessions.open();
    return;
  }
  const sideBar = page.locator('.part.sidebar');
  if (await sideBar.isVisible()) {
    await palette.run('View: Toggle Primary Side Bar Visibility');
    await waitFor(async () => !(await sideBar.isVisible()), {
      limitMs: LIMIT_MS,
      what: 'a hidden side bar',
    });
  }
}
