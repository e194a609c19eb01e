import type { Clock } from '../base/clock';
import type { Activity } from '../status/activity';
import { isReported } from './judgeTurn';
import type { InterruptibleSleep } from './askWaits';

/** An agent may ignore an interrupt just after its turn has begun, so it is repeated. */
const MOST_INTERRUPTS = 3;

/**
 * How long an agent must draw without a pause and still report work until it counts as ignoring the
 * interrupt, in milliseconds. One that draws nothing may not have read the key yet, and at rest a
 * second key may have another effect: Claude Code opens a dialog.
 */
const IGNORED_MS = 1000;

/** A longer time without output is a pause, in milliseconds. A session host reports output each 250 ms. */
const PAUSE_MS = 750;

/** An agent is waited for until it has written nothing for this time, in milliseconds. */
const SILENT_MS = 3000;

/** The longest wait for the effect of one interrupt, in milliseconds. */
const EFFECT_LIMIT_MS = 5000;

const CHECK_MS = 250;

interface InterruptTurnDeps {
  readonly clock: Clock;
  /** Woken when the activity changes or the ask is closed. */
  readonly sleeper: InterruptibleSleep;
  activity(): Activity;
  /** When the agent last wrote, in milliseconds since the epoch; null if never. */
  lastOutputAt(): number | null;
  /** Whether the ask is closed: then nothing is repeated or awaited. */
  isClosed(): boolean;
  /** As in `AskOptions`; false once the ask is closed. */
  mayInterrupt(): Promise<boolean>;
  /** Interrupts the agent; resolves at the latest after `limitMs`. */
  interrupt(limitMs: number): Promise<void>;
}

/**
 * Interrupts an agent, and waits until it does not work any more or the interrupts are used up; not
 * for one that does not react.
 */
export async function interruptTurn(deps: InterruptTurnDeps): Promise<void> {
  for (let count = 1; count <= MOST_INTERRUPTS && !deps.isClosed(); count++) {
    // Repeated only if the agent itself reports that it works: a screen may show it by mistake.
    if (count > 1 && !isReported(deps.activity())) {
      return;
    }
    if (!(await deps.mayInterrupt())) {
      return;
    }
    await deps.interrupt(IGNORED_MS);
    if ((await waitForEffect(deps)) !== 'ignored') {
      return;
    }
  }
}

async function waitForEffect(deps: InterruptTurnDeps): Promise<'atRest' | 'ignored' | 'none'> {
  const { clock, sleeper } = deps;
  const begin = clock.monotonic();
  let output = deps.lastOutputAt();
  let seenAt = begin;
  let drawsSince: number | undefined;
  while (deps.activity().state.kind === 'working' && !deps.isClosed()) {
    const now = clock.monotonic();
    if (deps.lastOutputAt() !== output) {
      output = deps.lastOutputAt();
      const isPaused = now - seenAt > PAUSE_MS;
      drawsSince = drawsSince === undefined || isPaused ? now : drawsSince;
      seenAt = now;
    }
    if (drawsSince !== undefined && seenAt - drawsSince >= IGNORED_MS) {
      return 'ignored';
    }
    if (now - seenAt >= SILENT_MS || now - begin >= EFFECT_LIMIT_MS) {
      return 'none';
    }
    await sleeper.sleep(CHECK_MS);
  }
  return 'atRest';
}
