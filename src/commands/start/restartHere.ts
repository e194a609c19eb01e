import type { PreparedStart, RestartOptions } from '../../agents/agentService';
import { HeldElsewhereError } from '../../ownership/sessionHandover';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import type { CommandServices } from '../commandServices';
import { describeStart } from '../sessions/describeResumePreview';
import { previewResume, type PreviewResumeDeps } from '../sessions/previewResume';
import type { KnownSession } from '../sessions/knownSessions';

export type RestartHereDeps = PreviewResumeDeps &
  Pick<CommandServices, 'agents' | 'busy' | 'questions'>;

/**
 * Plans another start of a session. One that another window runs is ended there: at once where nobody
 * looks at that window, else where the person says so; `undefined` where they would rather not.
 * @throws {SessionError} what `AgentService.prepareRestart` throws.
 */
export async function restartHere(
  deps: RestartHereDeps,
  known: KnownSession,
  options: Omit<RestartOptions, 'takeOver'>,
): Promise<PreparedStart | undefined> {
  const { sessionId, label } = known;
  const prepare = (takeOver: RestartOptions['takeOver']): Promise<PreparedStart> =>
    deps.busy(`Starting ${label}...`, () =>
      deps.agents.prepareRestart(sessionId, { ...options, takeOver }),
    );
  try {
    return await prepare('ifAbandoned');
  } catch (error) {
    if (!(error instanceof HeldElsewhereError)) {
      throw error;
    }
  }
  return (await askToGoOnHere(deps, known, options)) && prepare('always');
}

async function askToGoOnHere(
  deps: RestartHereDeps,
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
