import { setTimeout as sleep } from 'node:timers/promises';
import type { TerminalPart } from '../../test/ui/support/terminals';
import type { UiVsCode } from '../../test/ui/support/uiVsCode';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { withBenchVsCode } from '../loads/benchVsCode';
import { KeyProbe } from '../loads/keyProbe';
import { measureRounds } from '../measure/measureRounds';
import { WORKING } from '../report/goals';
import { comparePercentile, type Measurement, type Measurements } from '../report/row';

/** Fewer than a terminal's columns: the keys of a round are one line. */
const KEYS_PER_ROUND = 20;
/** Not a multiple of a frame's time, so that keys come at any time of a frame. */
const PAUSE_MS = 43;
const START_LIMIT_MS = 60_000;
const PROMPT = /\$ ?$/;

/** The part of the workbench that contains each terminal. */
const PARTS = { ours: 'editor', peer: 'panel' } as const satisfies Record<string, TerminalPart>;

/** F1: from a key to its glyph in a window, beside agents that work. */
export function measureKeyGlyph(context: BenchContext, rounds: number): Promise<Measurements> {
  return withBenchVsCode(context, 'F1', async ({ vscode }) => {
    const measured: Record<string, Measurement> = {};
    let working = 0;
    for (const agents of WORKING) {
      for (; working < agents; working++) {
        await startWorking(vscode, working + 1);
      }
      const times = await typeBeside(vscode, rounds);
      for (const percent of [50, 95]) {
        measured[`${agents} agents, p${percent}`] = comparePercentile(times, percent);
      }
    }
    return measured;
  });
}

/** Starts an agent that redraws some rows ten times per second. */
async function startWorking({ page, tabs }: UiVsCode, count: number): Promise<void> {
  await page.keyboard.press('Control+Alt+3');
  await waitFor(
    async () => (await tabs.names()).filter((tab) => tab.includes('Working')).length === count,
    { limitMs: START_LIMIT_MS, what: () => `${count} agents that work` },
  );
}

async function typeBeside(vscode: UiVsCode, rounds: number) {
  await openCats(vscode);
  const probe = new KeyProbe(vscode.page);
  await probe.install();
  return measureRounds(rounds, {
    ours: () => typeKeys(vscode, probe, PARTS.ours),
    peer: () => typeKeys(vscode, probe, PARTS.peer),
  });
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

async function typeKeys(
  { page, terminals }: UiVsCode,
  probe: KeyProbe,
  part: TerminalPart,
): Promise<readonly number[]> {
  await terminals.focus(part);
  const times: number[] = [];
  for (let key = 0; key < KEYS_PER_ROUND; key++) {
    await sleep(PAUSE_MS);
    times.push(await probe.typeKey(part));
  }
  await page.keyboard.press('Enter');
  return times;
}
