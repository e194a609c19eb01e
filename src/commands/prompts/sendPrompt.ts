import type { SendPromptArguments } from '../../config/contributions';
import { chooseSession } from '../sessions/chooseSession';
import type { CommandServices } from '../commandServices';

/** Types a prompt into a session and submits it. */
export async function sendPrompt(
  deps: CommandServices,
  { session, prompt }: SendPromptArguments,
): Promise<void> {
  const known = await chooseSession(deps, { session, among: 'running', preferActive: 'yes' });
  const text = known && (prompt ?? (await deps.pickers.askText(`Prompt for ${known.label}`, '')));
  if (known && text !== undefined) {
    await deps.delivery.send(known.sessionId, text);
  }
}
