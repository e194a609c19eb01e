import { setTimeout as sleep } from 'node:timers/promises';
import type { TerminalPart } from '../../../test/ui/support/terminals';
import type { UiVsCode } from '../../../test/ui/support/uiVsCode';
import type { BenchContext } from '../../hosts/benchContext';
import { FloodProbe } from '../../loads/floodProbe';
import { openBenchVsCode, type BenchVsCode } from '../../loads/benchVsCode';
import { measurePairs, rateOf } from '../../measure/measurePairs';
import { toRow, type Row, type RowTitle } from '../../report/row';

const PAIRS = 5;
const FIRST_MS = 1000;
const THEN_MS = 2000;
const READY_LIMIT_MS = 60_000;
const PROMPT = /\$ ?$/;

/** The part of the workbench that contains each terminal. */
const PARTS = { ours: 'editor', peer: 'panel' } as const satisfies Record<string, TerminalPart>;

interface FloodMeasurement {
  /** MB per second that are sent to the terminal after the first second. */
  readonly rate: number;
  /** Time from F1 to the command palette during the flood, in milliseconds. */
  readonly commandMs: number;
  /** Time from Ctrl-C to the prompt, in milliseconds. */
  readonly promptMs: number;
}

/** P17: VS Code during an endless flood in a visible terminal. Skipped without a browser or a VS Code. */
export async function viewFloodRows(context: BenchContext): Promise<readonly Row[]> {
  const opened = await openBenchVsCode();
  if (!opened) {
    context.skip('P17', 'no browser or no VS Code is available');
    return [];
  }
  try {
    const probe = await openTerminals(opened.vscode);
    const pairs = await measurePairs(
      PAIRS,
      () => flood(opened, probe, PARTS.ours),
      () => flood(opened, probe, PARTS.peer),
    );
    const row = (title: Omit<RowTitle, 'id' | 'peerName'>, of: keyof FloodMeasurement): Row =>
      toRow(
        { id: 'P17', peerName: "VS Code's own", ...title },
        pairs.map(({ ours, peer }) => ({ ours: ours[of], peer: peer[of] })),
      );
    const atMost = (value: number) => ({ kind: 'atMost', value, of: 'ours' }) as const;
    return [
      row(
        { what: 'endless flood: sent to the terminal after 1 s', unit: 'MB/s', target: atMost(2) },
        'rate',
      ),
      row({ what: 'endless flood: Ctrl-C to prompt', unit: 'ms', target: atMost(200) }, 'promptMs'),
      row({ what: 'endless flood: F1 to command palette', unit: 'ms' }, 'commandMs'),
    ];
  } finally {
    await opened.end();
  }
}

/** Opens both terminals. Resolves once both are at a prompt. */
async function openTerminals({ page, terminals }: UiVsCode): Promise<FloodProbe> {
  const probe = new FloodProbe(page);
  await page.keyboard.press('Control+Alt+1');
  await terminals.waitForText(PROMPT, READY_LIMIT_MS);
  await page.keyboard.press('Control+Alt+2');
  await page.locator('.part.panel .terminal-wrapper').waitFor({ timeout: READY_LIMIT_MS });
  await probe.install();
  for (const part of Object.values(PARTS)) {
    await probe.waitForPrompt(part);
    await probe.startCounting(part);
  }
  return probe;
}

async function flood(
  { vscode: { page }, stopFlood }: BenchVsCode,
  probe: FloodProbe,
  part: TerminalPart,
): Promise<FloodMeasurement> {
  await page.locator(`.part.${part} .xterm-helper-textarea`).first().focus();
  await page.keyboard.type('flood\n');
  await sleep(FIRST_MS);
  const [chars, start] = [await probe.chars(part), performance.now()];
  await sleep(THEN_MS);
  const rate = rateOf((await probe.chars(part)) - chars, performance.now() - start);
  const commandMs = await probe.openPalette();
  await sleep(FIRST_MS);
  const promptMs = await probe.interrupt(part);
  await stopFlood();
  await probe.waitForPrompt(part);
  await sleep(FIRST_MS);
  return { rate, commandMs, promptMs };
}
