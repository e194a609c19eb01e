import type { SessionArguments } from '../config/contributions';
import { formatTerminalLabel } from '../views/terminalSubject';
import { chooseExplained } from './chooseExplained';
import type { CommandDeps } from './commandDeps';

/** Copies what a session shows, in the form that the tests of the status read. */
export async function copyScreen(deps: CommandDeps, args: SessionArguments): Promise<void> {
  const known = await chooseExplained(deps, args);
  if (known) {
    await deps.copyText(await deps.screenCase(known.sessionId));
    deps.messages.showInfo(`The screen of ${formatTerminalLabel(known)} is copied as a test case.`);
  }
}
