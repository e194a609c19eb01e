import { settledWithin } from '../../base/clock';
import type { CommandName } from '../../config/contributions';
import type { CommandHandler, CommandServices } from '../commandServices';

/** How long a start waits for the answer, which then applies to later starts; milliseconds. */
export const ANSWER_LIMIT_MS = 60_000;

const KEEP = 'Keep Running';
const END = 'End with the Window';

/** Asks once, at the first start by a person, whether agents outlive their window. */
export async function askPersistence(deps: CommandServices): Promise<void> {
  const { folders, isTrusted } = deps.workspace();
  // Where nothing can start, the start itself shows the reason.
  if (folders.length > 0 && isTrusted) {
    const asked = deps.persistenceChoice.ask(() => ask(deps));
    const answered = asked.catch((error: unknown) => deps.messages.showError(error));
    await settledWithin(deps.clock, ANSWER_LIMIT_MS, answered);
  }
}

/** The command, after the question if a person has called it. */
export function askingPersistence<Name extends CommandName>(
  handle: CommandHandler<Name>,
): CommandHandler<Name> {
  return async (deps, args, source) => {
    if (source !== 'program') {
      await askPersistence(deps);
    }
    return handle(deps, args, source);
  };
}

async function ask({ questions }: CommandServices): Promise<'host' | 'window' | undefined> {
  const answer = await questions.ask({
    message: 'Keep agents running when the window reloads or closes?',
    detail:
      'They then run in a background process of yours, and the next window shows them again. Otherwise an agent ends with its window, and its conversation can be resumed. The setting agentTerminals.persistence changes this at any time.',
    answers: [KEEP, END],
    closing: END,
  });
  return answer && (answer === KEEP ? 'host' : 'window');
}
