import { setTimeout as sleep } from 'node:timers/promises';
import type { TerminalPart } from '../../../test/ui/support/terminals';
import type { UiVsCode } from '../../../test/ui/support/uiVsCode';
import { waitFor } from '../../../test/support/waitFor';
import type { BenchContext } from '../../hosts/benchContext';
import { openBenchVsCode, type BenchVsCode } from '../../loads/benchVsCode';
import { KeyProbe } from '../../loads/keyProbe';
import { measurePairs } from '../../measure/measurePairs';
import { percentileRow } from '../../report/percentileRow';
import type { Row } from '../../report/row';

/** How many agents print without a pause, which no terminal of the window shows. */
const FLOODS = [1, 5];
/** How many agents work in other terminals of the window. */
const AGENTS = [0, 1, 5, 20];
const BLOCKS = 7;
/** Fewer than a terminal's columns: each block is one line. */
const KEYS_PER_BLOCK = 10;
/** Not a multiple of a frame's time, so that keys come at any time of a frame. */
const PAUSE_MS = 43;
/** The highest ratio of the p50 that meets the goal: more than that would be felt. */
const MOST_RATIO = 1.2;
const START_LIMIT_MS = 60_000;
const PROMPT = /\$ ?$/;

/** The part of the workbench that contains each terminal. */
const PARTS = { ours: 'editor', peer: 'panel' } as const satisfies Record<string, TerminalPart>;

/** P19: from a key to its glyph in a window, beside agents that flood or work. Skipped without a browser or a VS Code. */
export async function keyGlyphRows(context: BenchContext): Promise<readonly Row[]> {
  const opened = await openBenchVsCode();
  if (!opened) {
    context.skip('P19', 'no browser or no VS Code is available');
    return [];
  }
  try {
    const { vscode } = opened;
    const rows: Row[] = [...(await measureFloods(opened))];
    let working = 0;
    for (const agents of AGENTS) {
      for (; working < agents; working++) {
        await startWorking(vscode, working + 1);
      }
      rows.push(...(await measure(vscode, `${agents} working agents`)));
    }
    return rows;
  } finally {
    await opened.end();
  }
}

async function measureFloods({ client, vscode }: BenchVsCode): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const ids: string[] = [];
  for (const floods of FLOODS) {
    while (ids.length < floods) {
      ids.push((await client.start({ provider: 'flooding', task: 'Flood' })).sessionId);
    }
    rows.push(...(await measure(vscode, `${floods} floods`)));
  }
  await Promise.all(ids.map((sessionId) => client.close({ sessionId })));
  return rows;
}

/** Starts an agent that redraws some rows ten times per second. */
async function startWorking({ page, tabs }: UiVsCode, count: number): Promise<void> {
  await page.keyboard.press('Control+Alt+3');
  await waitFor(async () => (await tabs.names()).filter(isWorking).length === count, {
    limitMs: START_LIMIT_MS,
    what: () => `${count} agents that work`,
  });
}

function isWorking(tab: string): boolean {
  return tab.includes('Working');
}

async function measure(vscode: UiVsCode, load: string): Promise<readonly Row[]> {
  await openCats(vscode);
  const probe = new KeyProbe(vscode.page);
  await probe.install();
  const blocks = await measurePairs(
    BLOCKS,
    () => typeBlock(vscode, probe, PARTS.ours),
    () => typeBlock(vscode, probe, PARTS.peer),
  );
  const row = (percent: number): Row =>
    percentileRow(
      {
        id: 'P19',
        what: `key to glyph in a window, beside ${load}, p${percent}`,
        peerName: "VS Code's own",
        unit: 'ms',
        target: percent === 50 ? { kind: 'atMost', value: MOST_RATIO } : undefined,
      },
      blocks,
      percent,
    );
  return [row(50), row(95)];
}

/** Opens a terminal of each kind with `cat`, which the kernel echoes. */
async function openCats({ page, terminals }: UiVsCode): Promise<void> {
  for (const [part, key] of [
    [PARTS.ours, 'Control+Alt+1'],
    [PARTS.peer, 'Control+Alt+2'],
  ] as const) {
    await page.keyboard.press(key);
    await waitFor(async () => PROMPT.test((await terminals.texts(part)).at(-1) ?? ''), {
      limitMs: START_LIMIT_MS,
      what: () => `a prompt in the ${part}`,
    });
    await terminals.focus(part);
    await page.keyboard.type('cat\n');
  }
}

async function typeBlock(
  { page, terminals }: UiVsCode,
  probe: KeyProbe,
  part: TerminalPart,
): Promise<readonly number[]> {
  await terminals.focus(part);
  const times: number[] = [];
  for (let key = 0; key < KEYS_PER_BLOCK; key++) {
    await sleep(PAUSE_MS);
    times.push(await probe.typeKey(part));
  }
  await page.keyboard.press('Enter');
  return times;
}
