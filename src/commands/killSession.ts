import type { SessionArguments } from '../config/contributions';
import { parsePtyId, SHELL_PROVIDER_ID } from '../pty/ptyId';
import { chooseSession } from './chooseSession';
import type { CommandDeps, CommandSource } from './commandDeps';
import { isRunning, type KnownSession } from './knownSessions';

/**
 * Ends a session. A person is asked once, and what does not run any more is forgotten; a
 * program is taken at its word, and an id that is gone is harmless.
 */
export async function killSession(
  deps: CommandDeps,
  { session }: SessionArguments,
  source: CommandSource,
): Promise<void> {
  if (source === 'program' && session !== undefined) {
    await end(deps, session);
    return;
  }
  const among = session === undefined ? 'running' : 'all';
  const known = await chooseSession(deps, { session, among, preferActive: 'yes' });
  if (known && isRunning(known)) {
    await killAfterAsking(deps, known);
  } else if (known) {
    await forgetAfterAsking(deps, known);
  }
}

const ENDS = 'Its programs end.';
const ENDS_AGENT = `${ENDS} What the agent itself remembers of the conversation stays where the agent keeps it; to start the session again starts a new conversation.`;

async function killAfterAsking(deps: CommandDeps, known: KnownSession): Promise<void> {
  const answer = await deps.questions.ask({
    message: `Kill ${known.label}?`,
    detail: parsePtyId(known.sessionId)?.providerId === SHELL_PROVIDER_ID ? ENDS : ENDS_AGENT,
    answers: ['Kill Session'],
  });
  if (answer) {
    await end(deps, known.sessionId);
  }
}

async function forgetAfterAsking(deps: CommandDeps, known: KnownSession): Promise<void> {
  const answer = await deps.questions.ask({
    message: `Remove ${known.label} from the list?`,
    detail: 'What the agent itself remembers of the conversation stays where the agent keeps it.',
    answers: ['Remove'],
  });
  if (answer) {
    await end(deps, known.sessionId);
    await deps.tasks.removeConversation(known.task?.id ?? '', known.sessionId);
  }
}

/** The terminal goes first: there is no end to be read in it that the person does not know of. */
async function end({ terminals, sessions, busy }: CommandDeps, sessionId: string): Promise<void> {
  terminals.close(sessionId);
  await busy('Ending the session...', () => sessions.kill(sessionId));
}
