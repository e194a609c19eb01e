import type { ScreenRule } from '../../providers/model/statusFacts';
import { readLikely, readPanel } from './likely/readLikely';
import { readPickerKeys } from './likely/readPickerKeys';
import { findPickerRow, readScreen, type ScreenReading } from './readScreen';
import type { ReadableScreen } from './screenParts';

/**
 * The status by the rules; by the signs of a likely question where no rule matches or a picker is in
 * front; and where the agent rests, by those in a panel, since its input stays visible around a picker
 * that the person has opened. `skip`: something in front hides the agent, and asks nothing.
 */
export function readAgentScreen(
  rules: readonly ScreenRule[],
  screen: ReadableScreen,
): ScreenReading | 'skip' | undefined {
  const reading = readScreen(rules, screen);
  if (reading === undefined) {
    return readLikely(screen);
  }
  if (reading === 'picker') {
    return readFront(rules, screen) ?? 'skip';
  }
  const isAtRest = reading !== 'skip' && reading.state.kind === 'idle';
  return isAtRest ? (readPanel(screen) ?? reading) : reading;
}

/** A likely question of what covers the agent. Where the rules find a picker, its key that chooses is enough. */
export function readFront(
  rules: readonly ScreenRule[],
  screen: ReadableScreen,
): ScreenReading | undefined {
  const keys = findPickerRow(rules, screen);
  return readLikely(screen) ?? (keys === undefined ? undefined : readPickerKeys(screen, keys));
}
