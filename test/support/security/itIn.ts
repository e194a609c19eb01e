import { findOnPath } from '../../../scripts/lib/findOnPath.mjs';
import type { Persistence } from '../../../src/pty/spawnMode';

const HAS_TMUX = findOnPath(['tmux']) !== undefined;

/** `it` for a test with sessions of this persistence; skips it if they need tmux and that is not installed. */
export function itIn(persistence: Persistence): Mocha.PendingTestFunction | Mocha.TestFunction {
  return persistence === 'tmux' && !HAS_TMUX ? it.skip : it;
}
