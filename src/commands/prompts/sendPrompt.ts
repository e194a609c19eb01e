import type { SendPromptArguments } from '../../config/contributions';
import { chooseSession } from '../sessions/chooseSession';
import type { CommandDeps } from '../commandDeps';

/** Types a prompt into a session and submits it. */
export async function sendPrompt(
  deps: CommandDeps,
  { session, prompt }: SendPromptArguments,
): Promise<void> {
  const known = await chooseSession(deps, { session, among: 'running', preferActive: 'yes' });
  const text = known && (prompt ?? (await deps.pickers.askText(`Prompt for ${known.label}`, '')));
  if (known && text !== undefined) {
    await deps.agents.sendPrompt(known.sessionId, text);
  }
}
