import type { PreparedStart } from '../../agents/preparedStart';
import type { RestartOptions } from '../../agents/startRequests';
import { OwnedElsewhereError } from '../../ownership/sessionHandover';
import type { HandoverTerms } from '../../ownership/windowFile';
import type { SessionInfo } from '../../pty/sessionService';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import type { CommandServices } from '../commandServices';
import { describeStart, previewResume } from '../sessions/previewResume';
import type { KnownSession } from '../sessions/knownSessions';

/**
 * Takes over a session that another window drives or none does; its programs continue. At once if
 * no person has the other window open, else if the person agrees.
 * @returns `notRunning` if no such session runs; `declined` if the person does not agree.
 * @throws {SessionError} what `SessionReconnector.takeOver` throws.
 */
export async function takeOverSession(
  { busy, questions, reconnector }: Pick<CommandServices, 'busy' | 'questions' | 'reconnector'>,
  known: KnownSession,
): Promise<SessionInfo | 'notRunning' | 'declined'> {
  const { sessionId, label } = known;
  if (!(await reconnector.isFoundElsewhere(sessionId))) {
    return 'notRunning';
  }
  const taken = await takeWithConsent(
    (terms) => busy(`Opening ${label}...`, () => reconnector.takeOver(sessionId, terms)),
    () =>
      questions.ask({
        message: `${formatTerminalLabel(known)} runs in another window. Continue here?`,
        detail:
          'It continues as it is. The other window shows where it runs, and can take it back.',
        answers: ['Continue Here'],
      }),
  );
  return taken ?? 'notRunning';
}

/**
 * Plans another start of a session. A session of another window is ended there: at once if no person
 * has that window open, else if the person agrees.
 * @throws {SessionError} what `AgentLauncher.prepareRestart` throws.
 */
export function restartHere(
  deps: CommandServices,
  known: KnownSession,
  options: Omit<RestartOptions, 'takeOver'>,
): Promise<PreparedStart | 'declined'> {
  const { sessionId, label } = known;
  return takeWithConsent(
    (takeOver) =>
      deps.busy(`Starting ${label}...`, () =>
        deps.launcher.prepareRestart(sessionId, { ...options, takeOver }),
      ),
    async () => {
      const { fresh = false } = options;
      const start = describeStart(await previewResume(deps, known), { fresh });
      return deps.questions.ask({
        message: `${formatTerminalLabel(known)} runs in another window. End it there and continue here?`,
        detail: `Its programs end there, even in the middle of their work. ${start}`.trimEnd(),
        answers: ['Continue Here'],
      });
    },
  );
}

async function takeWithConsent<T>(
  take: (terms: HandoverTerms) => Promise<T>,
  ask: () => Promise<unknown>,
): Promise<T | 'declined'> {
  try {
    return await take('ifAbandoned');
  } catch (error) {
    if (!(error instanceof OwnedElsewhereError)) {
      throw error;
    }
  }
  return (await ask()) === undefined ? 'declined' : take('always');
}
