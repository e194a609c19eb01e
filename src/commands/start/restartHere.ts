import type { PreparedStart } from '../../agents/preparedStart';
import type { RestartOptions } from '../../agents/startRequests';
import { OwnedElsewhereError } from '../../ownership/sessionHandover';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import type { CommandServices } from '../commandServices';
import { describeStart } from '../sessions/describeResumePreview';
import { previewResume } from '../sessions/previewResume';
import type { KnownSession } from '../sessions/knownSessions';

/**
 * Plans another start of a session. A session of another window is ended there: at once if no person
 * has that window open, else if the person agrees. `undefined` if the person cancels.
 * @throws {SessionError} what `AgentLauncher.prepareRestart` throws.
 */
export async function restartHere(
  deps: CommandServices,
  known: KnownSession,
  options: Omit<RestartOptions, 'takeOver'>,
): Promise<PreparedStart | undefined> {
  const { sessionId, label } = known;
  const prepare = (takeOver: RestartOptions['takeOver']): Promise<PreparedStart> =>
    deps.busy(`Starting ${label}...`, () =>
      deps.launcher.prepareRestart(sessionId, { ...options, takeOver }),
    );
  try {
    return await prepare('ifAbandoned');
  } catch (error) {
    if (!(error instanceof OwnedElsewhereError)) {
      throw error;
    }
  }
  return (await askToContinueHere(deps, known, options)) && prepare('always');
}

async function askToContinueHere(
  deps: CommandServices,
  known: KnownSession,
  { fresh = false }: RestartOptions,
): Promise<'Continue Here' | undefined> {
  const start = describeStart(await previewResume(deps, known), { fresh });
  return deps.questions.ask({
    message: `${formatTerminalLabel(known)} runs in another window. End it there and continue here?`,
    detail: `Its programs end there, even in the middle of their work. ${start}`.trimEnd(),
    answers: ['Continue Here'],
  });
}
