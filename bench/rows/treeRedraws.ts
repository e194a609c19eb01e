import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../test/support/waitFor';
import type { UiVsCode } from '../../test/ui/support/uiVsCode';
import type { BenchContext } from '../hosts/benchContext';
import { withBenchVsCode } from '../loads/benchVsCode';
import { measureRounds } from '../measure/measureRounds';
import { compare, type Measurements } from '../report/row';

const SESSIONS = 100;
const WATCH_MS = 3_000;
const SETTLE_MS = 1_000;
const LIMIT_MS = 60_000;

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
 * F10: the longest task of the page's main thread while sessions of the tree change ten times per second, beside the
 * same window with the tree hidden. It is 0 if no task took 50 ms.
 */
export function measureTreeRedraws(context: BenchContext, rounds: number): Promise<Measurements> {
  return withBenchVsCode(context, 'F10', async ({ vscode, client }) => {
    for (let count = 0; count < SESSIONS; count++) {
      await client.start({ provider: 'changing', task: 'Change' });
    }
    await vscode.page.evaluate(WATCH_TASKS);
    const pairs = await measureRounds(rounds, {
      ours: () => watchLongestTask(vscode, true),
      peer: () => watchLongestTask(vscode, false),
    });
    return { 'longest task': compare(pairs) };
  });
}

async function watchLongestTask(vscode: UiVsCode, isShown: boolean): Promise<number> {
  const { page } = vscode;
  await showSideBar(vscode, isShown);
  await sleep(SETTLE_MS);
  await page.evaluate('takeLongTasks()');
  await sleep(WATCH_MS);
  return page.evaluate<number>('Math.max(0, ...takeLongTasks())');
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
