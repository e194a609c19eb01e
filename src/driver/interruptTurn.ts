import type { Clock } from '../base/clock';
import type { Activity } from '../status/activity';
import { isReported } from './judgeTurn';
import type { WakeUp } from './wakeUp';

/**
 * An agent may ignore an interrupt just after its turn has begun, so it is repeated: up to `most` times,
 * with `eachMs` between.
 */
const INTERRUPTS = { most: 3, eachMs: 1000 } as const;

interface InterruptTurnDeps {
  readonly clock: Clock;
  /** Woken when the activity changes or the ask is closed. */
  readonly sleeper: WakeUp;
  activity(): Activity;
  /** Whether the ask is closed: then nothing is repeated or awaited. */
  isClosed(): boolean;
  /** Interrupts the agent; resolves at the latest after `limitMs`. */
  interrupt(limitMs: number): Promise<void>;
}

/** Interrupts an agent, and waits until it does not work any more or the interrupts are used up. */
export async function interruptTurn(deps: InterruptTurnDeps): Promise<void> {
  const { most, eachMs } = INTERRUPTS;
  for (let count = 1; count <= most && !deps.isClosed(); count++) {
    // At rest the same key may have another effect, so it is repeated only if the agent itself
    // reports that it works.
    if (count === 1 || isReported(deps.activity())) {
      await deps.interrupt(eachMs);
    }
    if (await comesToRest(deps, eachMs)) {
      return;
    }
  }
}

/** Whether the agent stops working within the limit, in milliseconds. */
async function comesToRest(deps: InterruptTurnDeps, limitMs: number): Promise<boolean> {
  const begin = deps.clock.monotonic();
  while (deps.activity().state.kind === 'working' && !deps.isClosed()) {
    const leftMs = limitMs - (deps.clock.monotonic() - begin);
    if (leftMs <= 0) {
      return false;
    }
    await deps.sleeper.sleep(leftMs);
  }
  return true;
}
