import type { ScreenRule } from '../../providers/model/statusFacts';
import { readLikely, readPanel } from './likely/readLikely';
import { readScreen, type ScreenReading } from './readScreen';
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
    return readLikely(screen) ?? 'skip';
  }
  const isAtRest = reading !== 'skip' && reading.state.kind === 'idle';
  return isAtRest ? (readPanel(screen) ?? reading) : reading;
}
