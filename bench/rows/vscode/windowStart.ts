import assert from 'node:assert/strict';
import { Owned } from '../../../scripts/lib/owned.mjs';
import type { Page } from 'playwright-core';
import { waitFor } from '../../../test/support/waitFor';
import { Palette } from '../../../test/ui/support/palette';
import { QuickInput } from '../../../test/ui/support/quickInput';
import type { UiVsCode } from '../../../test/ui/support/uiVsCode';
import type { BenchContext } from '../../hosts/benchContext';
import { openBenchVsCode, type BenchVsCode } from '../../loads/benchVsCode';
import {
  EMPTY_EXTENSION_ID,
  LEAST_EXTENSION_ID,
  openEmptyVsCode,
  openLeastVsCode,
  type BareVsCode,
} from '../../loads/bareVsCode';
import { renewWindow } from '../../loads/renewWindow';
import { measureColdRounds } from '../../measure/measureRounds';
import { toLoneRow, toRow, type Row, type Target } from '../../report/row';

const REMEMBERED = 50;
const STARTS = 5;
const LIMIT_MS = 60_000;
/** The extension's line in its log. */
const STARTED = /\[info\] Started in (\d+) ms\.$/;
const OURS = 'agent-terminals.agent-terminals';

/** A page contains only the rows that have room. */
const WHOLE_PAGE = { width: 1400, height: 3000 } as const;

/** How much longer than an extension that does nothing ours may take. */
const GOAL: Target = { kind: 'atMost', value: 3 };

/**
 * P20: activation of the extension at the start of a window, without and with remembered sessions, beside
 * an extension that does nothing and one that registers the same commands and views, each in a window of its
 * own. The times are those that VS Code measures, until the promise of the activation resolves. The extension
 * loads its program after that: the time from the beginning of its activation until commands run is in its log.
 * Skipped without a browser or a VS Code.
 */
export async function windowStartRows(context: BenchContext): Promise<readonly Row[]> {
  const owned = new Owned();
  try {
    const fresh = await openBenchVsCode();
    if (!fresh) {
      context.skip('P20', 'no browser or no VS Code is available');
      return [];
    }
    owned.add(fresh);
    const remembering = await openBenchVsCode();
    assert.ok(remembering);
    owned.add(remembering);
    const empty = owned.add(await openEmptyVsCode());
    const least = owned.add(await openLeastVsCode());
    return await measure({ fresh, remembering, empty, least });
  } finally {
    await owned.end();
  }
}

interface Windows {
  readonly fresh: BenchVsCode;
  /** Whose window remembers sessions. */
  readonly remembering: BenchVsCode;
  readonly empty: BareVsCode;
  readonly least: BareVsCode;
}

/** How long the extension took by VS Code and by its own log, in milliseconds. */
interface Start {
  readonly activation: number;
  /** NaN for the other extensions. */
  readonly program: number;
}

async function measure(windows: Windows): Promise<readonly Row[]> {
  const { fresh, remembering, empty, least } = windows;
  await rememberSessions(remembering);
  // Ours have been loaded once.
  await empty.load();
  await least.load();
  const starts = await measureColdRounds<keyof Windows, Start>(STARTS, {
    fresh: () => startOurs(fresh),
    remembering: () => startOurs(remembering),
    empty: () => startWindow(empty, EMPTY_EXTENSION_ID),
    least: () => startWindow(least, LEAST_EXTENSION_ID),
  });
  return [
    ...startRows(starts, 'fresh', 'without a session'),
    ...startRows(starts, 'remembering', `with ${REMEMBERED} remembered sessions`),
  ];
}

async function startOurs({ vscode }: BenchVsCode): Promise<Start> {
  const before = (await readStartTimes(vscode)).length;
  const { activation } = await startWindow(vscode, OURS);
  let times: readonly number[] = [];
  const hasTime = async (): Promise<boolean> =>
    (times = await readStartTimes(vscode)).length > before;
  await waitFor(hasTime, { limitMs: LIMIT_MS, what: 'the time of the start in the log' });
  return { activation, program: times.at(-1) ?? NaN };
}

async function startWindow(window: UiVsCode | BareVsCode, id: string): Promise<Start> {
  await renewWindow(window);
  return { activation: await readActivation(window.page, id), program: NaN };
}

/** How long each start of the extension took by its own log, in milliseconds, oldest first. */
async function readStartTimes(vscode: UiVsCode): Promise<readonly number[]> {
  const lines = (await vscode.readLogs()).flatMap((text) => text.split('\n'));
  // A line begins with its date.
  const started = lines.filter((line) => STARTED.test(line)).sort();
  return started.map((line) => Number(STARTED.exec(line)?.[1]));
}

function startRows(
  starts: readonly Readonly<Record<keyof Windows, Start>>[],
  ours: 'fresh' | 'remembering',
  where: string,
): readonly Row[] {
  const what = `activation at the start of a window ${where}`;
  const row = (peer: 'empty' | 'least', peerName: string, target?: Target): Row =>
    toRow(
      { id: 'P20', what, peerName, unit: 'ms', target },
      starts.map((start) => ({ ours: start[ours].activation, peer: start[peer].activation })),
    );
  return [
    row('empty', 'an empty extension', GOAL),
    row('least', 'the least extension with its commands and views'),
    toLoneRow(
      {
        id: 'P20',
        what: `from the beginning of the activation until the first command can run, ${where}`,
        unit: 'ms',
      },
      starts.map((start) => start[ours].program),
    ),
  ];
}

/** Starts sessions and ends the window, so that the next one remembers them. */
async function rememberSessions({ vscode, client }: BenchVsCode): Promise<void> {
  for (let count = 0; count < REMEMBERED; count++) {
    await client.start({ provider: 'idle', task: 'Remember' });
  }
  await vscode.load();
}

/**
 * Reads how long the activation of an extension took, from the load of its code to the end of its promise, from
 * VS Code's page of startup times. In milliseconds.
 */
async function readActivation(page: Page, id: string): Promise<number> {
  await page.setViewportSize(WHOLE_PAGE);
  await new Palette(page, new QuickInput(page)).run('Developer: Startup Performance');
  const row = page.locator('.view-line', { hasText: id });
  let ms = NaN;
  await waitFor(
    async () => {
      const [text = ''] = await row.allInnerTexts();
      // The cells before the times have the extension's id and whether it was activated eagerly.
      const [load = NaN, call = NaN, finish = NaN] = text.split('|').slice(3, 6).map(Number);
      ms = load + call + finish;
      return !Number.isNaN(ms);
    },
    { limitMs: LIMIT_MS, what: `the activation times of ${id}` },
  );
  await page.keyboard.press('Control+F4');
  return ms;
}
