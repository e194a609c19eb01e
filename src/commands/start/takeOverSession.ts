import { OwnedElsewhereError } from '../../ownership/sessionHandover';
import type { SessionInfo } from '../../pty/sessionService';
import type { HandoverTerms } from '../../ownership/windowFile';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import type { CommandServices } from '../commandServices';
import type { KnownSession } from '../sessions/knownSessions';

/**
 * Takes over a session that another window drives or none does; its programs continue. At once if
 * no person has the other window open, else if the person agrees.
 * @returns `notRunning` if no such session runs; `declined` if the person does not agree.
 * @throws {SessionError} what `SessionReconnector.takeOver` throws.
 */
export async function takeOverSession(
  deps: Pick<CommandServices, 'busy' | 'questions' | 'reconnector'>,
  known: KnownSession,
): Promise<SessionInfo | 'notRunning' | 'declined'> {
  const { sessionId, label } = known;
  if (!(await deps.reconnector.isFoundElsewhere(sessionId))) {
    return 'notRunning';
  }
  const take = (terms: HandoverTerms): Promise<SessionInfo | undefined> =>
    deps.busy(`Opening ${label}...`, () => deps.reconnector.takeOver(sessionId, terms));
  try {
    return (await take('ifAbandoned')) ?? 'notRunning';
  } catch (error) {
    if (!(error instanceof OwnedElsewhereError)) {
      throw error;
    }
  }
  const answer = await deps.questions.ask({
    message: `${formatTerminalLabel(known)} runs in another window. Continue here?`,
    detail: 'It continues as it is. The other window shows where it runs, and can take it back.',
    answers: ['Continue Here'],
  });
  return answer ? ((await take('always')) ?? 'notRunning') : 'declined';
}
