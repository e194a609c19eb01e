import { setTimeout as sleep } from 'node:timers/promises';
import type { TerminalPart } from '../../test/ui/support/terminals';
import type { BenchContext } from '../hosts/benchContext';
import { withBenchVsCode, type BenchVsCode } from '../loads/benchVsCode';
import { FloodProbe } from '../loads/floodProbe';
import { measureRounds } from '../measure/measureRounds';
import { compare, type Measurements } from '../report/row';

/** Time for which a flood prints before it is interrupted. */
const FLOOD_MS = 3000;
const SETTLE_MS = 1000;
const READY_LIMIT_MS = 60_000;
const PROMPT = /\$ ?$/;

/** The part of the workbench that contains each terminal. */
const PARTS = { ours: 'editor', peer: 'panel' } as const satisfies Record<string, TerminalPart>;

/** Of one terminal, in milliseconds. */
interface Shown {
  /** From Enter to the prompt after the log. */
  readonly time: number;
  /** The longest time between two frames of the window while the log is shown. */
  readonly longestFrame: number;
  /** From Ctrl-C in an endless flood to the prompt. */
  readonly interrupt: number;
}

/** F2: a log of 30 MB in a shown terminal, and Ctrl-C in an endless one. */
export function measureShownLog(context: BenchContext, rounds: number): Promise<Measurements> {
  return withBenchVsCode(context, 'F2', async (opened) => {
    const probe = await openTerminals(opened);
    const shown = await measureRounds(rounds, {
      ours: () => showLog(opened, probe, PARTS.ours),
      peer: () => showLog(opened, probe, PARTS.peer),
    });
    const of = (key: keyof Shown) =>
      compare(shown.map(({ ours, peer }) => ({ ours: ours[key], peer: peer[key] })));
    return {
      time: of('time'),
      'longest frame': of('longestFrame'),
      'Ctrl-C to prompt': of('interrupt'),
    };
  });
}

/** Opens both terminals. Resolves once both are at a prompt. */
async function openTerminals({ vscode }: BenchVsCode): Promise<FloodProbe> {
  const { page, terminals } = vscode;
  const probe = new FloodProbe(page);
  await page.keyboard.press('Control+Alt+1');
  await terminals.waitForText(PROMPT, READY_LIMIT_MS);
  await page.keyboard.press('Control+Alt+2');
  await page.locator('.part.panel .terminal-wrapper').waitFor({ timeout: READY_LIMIT_MS });
  await probe.install();
  for (const part of Object.values(PARTS)) {
    await probe.waitForLine(part, PROMPT);
  }
  return probe;
}

async function showLog(
  { vscode: { page, terminals }, stopFlood }: BenchVsCode,
  probe: FloodProbe,
  part: TerminalPart,
): Promise<Shown> {
  const type = async (command: string): Promise<void> => {
    await terminals.focus(part);
    await page.keyboard.type(command);
    await probe.waitForLine(part, new RegExp(`${command}$`));
  };
  await type('show-log');
  const { ms: time, longestFrameMs: longestFrame } = await probe.timeToPrompt(part, 'Enter');
  await sleep(SETTLE_MS);
  await type('flood');
  await page.keyboard.press('Enter');
  await sleep(FLOOD_MS);
  const { ms: interrupt } = await probe.timeToPrompt(part, 'Control+c');
  await stopFlood();
  await probe.waitForLine(part, PROMPT);
  await sleep(SETTLE_MS);
  return { time, longestFrame, interrupt };
}
