import type { SessionArguments } from '../../config/contributions';
import { formatScreenCase } from '../../status/screens/screenCase';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import { chooseExplained } from './chooseExplained';
import type { CommandServices } from '../commandServices';
import { recordScreen } from './recordScreen';

/** Copies a session's screen in the format of the test cases for status rules. */
export async function copyScreen(deps: CommandServices, args: SessionArguments): Promise<void> {
  const known = await chooseExplained(deps, args);
  if (known) {
    const screen = await deps.sessions.screen(known.sessionId);
    const recorded = recordScreen(known.sessionId, deps.status.get(known.sessionId), screen);
    await deps.copyText(formatScreenCase(recorded));
    deps.messages.showInfo(
      `The screen of ${formatTerminalLabel(known)} was copied as a test case. If the status is wrong, correct what the test case expects.`,
    );
  }
}
