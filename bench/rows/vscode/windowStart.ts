import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/lib/paths.mjs';
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
  openBareVsCode,
  type BareVsCode,
} from '../../loads/bareVsCode';
import { renewWindow } from '../../loads/renewWindow';
import { measureRounds } from '../../measure/measureRounds';
import { toRow, type Row, type Target } from '../../report/row';

const REMEMBERED = 50;
const STARTS = 5;
const LIMIT_MS = 60_000;
const OURS = 'agent-terminals.agent-terminals';

/** A page contains only the rows that have room. */
const WHOLE_PAGE = { width: 1400, height: 3000 } as const;

/** How much longer than an extension that does nothing ours may take. */
const GOAL: Target = { kind: 'atMost', value: 3 };
/** The largest file of the extension, in KB. Some are loaded later. */
const MOST_KB = 300;

/**
 * P20: activation of the extension at the start of a window, without and with remembered sessions, beside
 * an extension that does nothing and one that registers the same commands and views, in a window of their own.
 * The times are those that VS Code measures, until the
 * promise of the activation resolves. Skipped without a browser or a VS Code.
 */
export async function windowStartRows(context: BenchContext): Promise<readonly Row[]> {
  const opened = await openBenchVsCode();
  if (!opened) {
    context.skip('P20', 'no browser or no VS Code is available');
    return [];
  }
  try {
    const bare = await openBareVsCode();
    try {
      return await measure(opened, bare);
    } finally {
      await bare.end();
    }
  } finally {
    await opened.end();
  }
}

async function measure(opened: BenchVsCode, bare: BareVsCode): Promise<readonly Row[]> {
  const without = await measureStarts(opened.vscode, bare);
  await rememberSessions(opened);
  const withSessions = await measureStarts(opened.vscode, bare);
  return [
    ...startRows('without a session', without),
    ...startRows(`with ${REMEMBERED} remembered sessions`, withSessions),
    {
      id: 'P20',
      what: 'the largest file that VS Code loads',
      peerName: '',
      unit: 'KB',
      ours: await findLargestKb(join(ROOT, 'dist', 'extension')),
      target: { kind: 'atMost', value: MOST_KB },
    },
  ];
}

/** Times of activations, in milliseconds. */
interface Starts {
  readonly ours: number;
  readonly empty: number;
  readonly least: number;
}

function startRows(where: string, starts: readonly Starts[]): readonly Row[] {
  const what = `activation at the start of a window ${where}`;
  const row = (peer: 'empty' | 'least', peerName: string, target?: Target): Row =>
    toRow(
      { id: 'P20', what, peerName, unit: 'ms', target },
      starts.map((start) => ({ ours: start.ours, peer: start[peer] })),
    );
  return [
    row('empty', 'an empty extension', GOAL),
    row('least', 'the least extension with its commands and views'),
  ];
}

async function findLargestKb(directory: string): Promise<number> {
  const paths = (await readdir(directory)).map((name) => join(directory, name));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return Math.max(...sizes) / 1000;
}

/** Starts sessions and ends the window, so that the next one remembers them. */
async function rememberSessions({ vscode, client }: BenchVsCode): Promise<void> {
  for (let count = 0; count < REMEMBERED; count++) {
    await client.start({ provider: 'idle', task: 'Remember' });
  }
  await vscode.load();
}

async function measureStarts(vscode: UiVsCode, bare: BareVsCode): Promise<readonly Starts[]> {
  const rounds = await measureRounds<'bare' | 'ours', readonly number[]>(STARTS, {
    ours: async () => {
      await renewWindow(vscode);
      return readActivations(vscode.page, [OURS]);
    },
    bare: async () => {
      await renewWindow(bare);
      return readActivations(bare.page, [EMPTY_EXTENSION_ID, LEAST_EXTENSION_ID]);
    },
  });
  return rounds.map(({ ours: [ours = NaN], bare: [empty = NaN, least = NaN] }) => ({
    ours,
    empty,
    least,
  }));
}

/**
 * Reads how long the activations of extensions took, from the load of their code to the end of their promise, from
 * VS Code's page of startup times. In milliseconds.
 */
async function readActivations(page: Page, ids: readonly string[]): Promise<readonly number[]> {
  await page.setViewportSize(WHOLE_PAGE);
  await new Palette(page, new QuickInput(page)).run('Developer: Startup Performance');
  const times: number[] = [];
  for (const id of ids) {
    times.push(await readActivation(page, id));
  }
  await page.keyboard.press('Control+F4');
  return times;
}

async function readActivation(page: Page, id: string): Promise<number> {
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
  return ms;
}
