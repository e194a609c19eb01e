import type { SendPromptArguments } from '../../config/contributions';
import { chooseSession, type ChooseSessionDeps } from '../sessions/chooseSession';
import type { CommandServices } from '../commandServices';

export type SendPromptDeps = ChooseSessionDeps & Pick<CommandServices, 'delivery' | 'pickers'>;

/** Types a prompt into a session and submits it. */
export async function sendPrompt(
  deps: SendPromptDeps,
  { session, prompt }: SendPromptArguments,
): Promise<void> {
  const known = await chooseSession(deps, { session, among: 'running', preferActive: 'yes' });
  const text = known && (prompt ?? (await deps.pickers.askText(`Prompt for ${known.label}`, '')));
  if (known && text !== undefined) {
    await deps.delivery.send(known.sessionId, text);
  }
}
