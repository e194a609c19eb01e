import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import { chooseSession, type SessionChosenBy } from './chooseSession';
import type { CommandHandler, CommandServices } from '../commandServices';
import { describeKill, previewResume } from './previewResume';
import { requireNotElsewhere, type KnownSession } from './knownSessions';
import type { SessionState } from '../../pty/sessionService';
import type { ActivityState } from '../../status/activity';

/**
 * Creates the command that ends a session. A person may be asked first; while the question is open,
 * further calls for the session do nothing. A program that names the session is not asked, and an
 * unknown id does nothing. The conversation stays in its task until the command is run again.
 */
export function createKillSession(): CommandHandler<'killSession'> {
  const inProgress = new Set<string>();
  return async (deps, { session }, source) => {
    if (source === 'program' && session !== undefined) {
      await end(deps, session);
      return;
    }
    const among = session === undefined ? 'running' : 'all';
    const chosen = await chooseSession(deps, { session, among, preferActive: 'yes' });
    if (!chosen || inProgress.has(chosen.sessionId)) {
      return;
    }
    inProgress.add(chosen.sessionId);
    try {
      const chosenBy = source === 'selection' ? 'focus' : chosen.chosenBy;
      const question = planKillQuestion({
        chosenBy,
        state: chosen.session?.state,
        activity: activityOf(deps, chosen),
      });
      await KILLS[question](deps, chosen);
    } finally {
      inProgress.delete(chosen.sessionId);
    }
  };
}

const KILLS = {
  none: (deps, { sessionId }) => end(deps, sessionId),
  end: killAfterAsking,
  forget: forgetAfterAsking,
} as const satisfies Record<
  KillQuestion,
  (deps: CommandServices, known: KnownSession) => Promise<void>
>;

async function killAfterAsking(deps: CommandServices, known: KnownSession): Promise<void> {
  const { sessionId, session } = known;
  const afterwards = await describeAfterwards(deps, known);
  const isBusy = session !== undefined && isAtWork(session.state, activityOf(deps, known));
  const detail = [isBusy ? 'It is working.' : '', PROGRAMS_END, afterwards];
  const answer = await deps.questions.ask({
    message: `Kill ${formatTerminalLabel(known)}?`,
    detail: detail.filter((sentence) => sentence !== '').join(' '),
    answers: ['Kill Session'],
  });
  if (answer && isUnchanged(deps, known)) {
    await end(deps, sessionId);
  }
}

/** The agent's activity; `unknown` for the shell that replaces an agent. */
function activityOf({ status }: CommandServices, { sessionId, session }: KnownSession) {
  return session?.agentExitCode === null ? status.get(sessionId).state.kind : 'unknown';
}

async function describeAfterwards(deps: CommandServices, known: KnownSession): Promise<string> {
  const { task } = known;
  const isListed = task !== undefined && deps.facts.areListed(task.folder);
  return describeKill(await previewResume(deps, known), { isListed });
}

async function forgetAfterAsking(deps: CommandServices, known: KnownSession): Promise<void> {
  requireNotElsewhere(deps, known);
  const answer = await deps.questions.ask({
    message: `Remove ${formatTerminalLabel(known)} from the list?`,
    detail:
      'The agent keeps its own record of the conversation: Resume Conversation... lists it if the agent can resume it.',
    answers: ['Remove'],
  });
  if (answer && isUnchanged(deps, known)) {
    deps.terminals.close(known.sessionId);
    await deps.taskRemoval.removeConversation(known.task?.id ?? '', known.sessionId);
  }
}

/** Whether the id still belongs to the session about which the person was asked. */
function isUnchanged({ sessions }: CommandServices, { sessionId, session }: KnownSession): boolean {
  return sessions.get(sessionId)?.generation === session?.generation;
}

/** Closes the terminal first, because it needs no message about an end that the person requested. */
async function end(
  { terminals, sessions, busy }: CommandServices,
  sessionId: string,
): Promise<void> {
  terminals.close(sessionId);
  await busy('Ending the session...', async () => sessions.find(sessionId)?.kill());
}

export interface KillRequest {
  readonly chosenBy: SessionChosenBy;
  /** Undefined for a conversation that is stored in a task and has no session. */
  readonly state: SessionState | undefined;
  readonly activity: ActivityState['kind'];
}

export const PROGRAMS_END = 'Its programs end, even in the middle of their work.';

/** The question before a session is ended: none, whether to end it, or whether to remove it. */
type KillQuestion = 'none' | 'end' | 'forget';

/**
 * An explicitly chosen session is ended without a question unless it is working. A session that was
 * chosen by focus always needs a question, so that an accidental key press ends no agent. A
 * session that has exited needs none.
 */
export function planKillQuestion({ chosenBy, state, activity }: KillRequest): KillQuestion {
  switch (state) {
    case undefined:
      return 'forget';
    case 'terminated':
      return 'none';
    case 'creating':
    case 'active':
    case 'idle':
      return chosenBy === 'focus' || isAtWork(state, activity) ? 'end' : 'none';
  }
}

/** An agent with a question is working. If the activity is unknown, output counts as work. */
function isAtWork(state: SessionState, activity: ActivityState['kind']): boolean {
  switch (activity) {
    case 'working':
    case 'needsInput':
      return true;
    case 'done':
    case 'idle':
    case 'limited':
    case 'failed':
      return false;
    case 'unknown':
      return state === 'active';
  }
}
