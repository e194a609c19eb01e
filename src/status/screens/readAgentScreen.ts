import type { ScreenRule } from '../../providers/model/statusFacts';
import { readFrontPanel, readLikely, readPanel } from './likely/readLikely';
import { readPickerKeys } from './likely/readPickerKeys';
import { findPicker, readScreen, type ScreenReading } from './readScreen';
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

/**
 * A likely question of what covers the agent. Where the rules find a picker, its key that chooses is
 * enough. Where they find its input without the cursor, a panel can be anywhere, and all else is text.
 */
export function readFront(
  rules: readonly ScreenRule[],
  screen: ReadableScreen,
): ScreenReading | undefined {
  const picker = findPicker(rules, screen);
  if (picker?.rule.cursorOutside !== undefined) {
    return readPanel(screen) ?? readFrontPanel(screen);
  }
  return readLikely(screen) ?? (picker && readPickerKeys(screen, picker.seen));
}
