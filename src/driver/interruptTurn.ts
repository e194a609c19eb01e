import type { Clock } from '../base/clock';
import type { Activity } from '../status/activity';
import { isReported } from './judgeTurn';
import type { WakeUp } from './wakeUp';

/** An agent may ignore an interrupt just after its turn has begun, so it is repeated. */
const MOST_INTERRUPTS = 3;

/**
 * How long an agent must draw and still report work until it counts as ignoring the interrupt, in
 * milliseconds. One that draws nothing may not have read the key yet, and at rest a second key may have
 * another effect: Claude Code opens a dialog.
 */
const IGNORED_MS = 1000;

/** After this time without output an agent is not waited for any longer, in milliseconds. */
const SILENT_MS = 3000;

/** The interval between two checks for output, in milliseconds. */
const CHECK_MS = 250;

interface InterruptTurnDeps {
  readonly clock: Clock;
  /** Woken when the activity changes or the ask is closed. */
  readonly sleeper: WakeUp;
  activity(): Activity;
  /** When the agent last wrote, in milliseconds since the epoch; null if never. */
  lastOutputAt(): number | null;
  /** Whether the ask is closed: then nothing is repeated or awaited. */
  isClosed(): boolean;
  /** Interrupts the agent; resolves at the latest after `limitMs`. */
  interrupt(limitMs: number): Promise<void>;
}

/**
 * Interrupts an agent, and waits until it does not work any more, draws nothing, or the interrupts are
 * used up.
 */
export async function interruptTurn(deps: InterruptTurnDeps): Promise<void> {
  for (let count = 1; count <= MOST_INTERRUPTS && !deps.isClosed(); count++) {
    // Repeated only if the agent itself reports that it works: a screen may show it by mistake.
    if (count === 1 || isReported(deps.activity())) {
      await deps.interrupt(IGNORED_MS);
    }
    if ((await waitForEffect(deps)) !== 'ignored') {
      return;
    }
  }
}

async function waitForEffect(deps: InterruptTurnDeps): Promise<'atRest' | 'ignored' | 'silent'> {
  const { clock, sleeper } = deps;
  let output = deps.lastOutputAt();
  let lastSeen = clock.monotonic();
  let firstSeen: number | undefined;
  while (deps.activity().state.kind === 'working' && !deps.isClosed()) {
    const now = clock.monotonic();
    if (deps.lastOutputAt() !== output) {
      output = deps.lastOutputAt();
      lastSeen = now;
      firstSeen ??= now;
    }
    if (firstSeen !== undefined && lastSeen - firstSeen >= IGNORED_MS) {
      return 'ignored';
    }
    if (now - lastSeen >= SILENT_MS) {
      return 'silent';
    }
    await sleeper.sleep(CHECK_MS);
  }
  return 'atRest';
}
