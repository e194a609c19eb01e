import { isRunning } from '../../pty/liveAgent';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import { isUnrecognised, requestOf, type Activity, type NeedsInput } from '../../status/activity';
import type { StatusService } from '../../status/statusService';
import type { Task } from '../../tasks/task';
import { findConversation, findTaskOfSession } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';

/** A running session and its agent's activity. */
export interface SessionActivity {
  readonly session: SessionInfo;
  readonly label: string;
  readonly task: Task | undefined;
  readonly activity: Activity;
}

/** A session, which may have ended, and whether the person wants no messages about it. */
export interface ReportedSession extends SessionActivity {
  readonly isMuted: boolean;
}

/** A session whose agent waits for the person. */
export interface WaitingSession extends SessionActivity {
  readonly state: NeedsInput;
  /** Identifies the question among all sessions' questions. */
  readonly asked: string;
}

export interface ActivitySources {
  readonly sessions: SessionService;
  readonly tasks: Pick<TaskStore, 'list'>;
  readonly status: Pick<StatusService, 'get'>;
}

/** Returns all running sessions, in the order of their creation. */
export function listActivities({
  sessions,
  tasks,
  status,
}: ActivitySources): readonly SessionActivity[] {
  const remembered = new Map(
    tasks
      .list()
      .flatMap((task) =>
        task.conversations.map(({ ptyId, label }) => [ptyId, { task, label }] as const),
      ),
  );
  return sessions
    .list()
    .filter(isRunning)
    .map((session) => {
      const { task, label = session.label } = remembered.get(session.id) ?? {};
      return { session, label, task, activity: status.get(session.id) };
    });
}

/** Returns a session that runs or has ended; undefined for an unknown id. */
export function findReported(
  { sessions, tasks, status }: ActivitySources & { readonly sessions: SessionService },
  id: string,
): ReportedSession | undefined {
  const session = sessions.get(id);
  const task = findTaskOfSession(tasks.list(), id);
  const conversation = task && findConversation(task, id);
  return (
    session && {
      session,
      label: conversation?.label ?? session.label,
      task,
      activity: status.get(id),
      isMuted: conversation?.isMuted === true,
    }
  );
}

/** Returns the sessions that wait for the person, longest waiting first; those that only may do so come last. */
export function listWaiting(sources: ActivitySources): readonly WaitingSession[] {
  return listActivities(sources)
    .flatMap((one) => {
      const { state } = one.activity;
      const asked = questionKey(one.session.id, one.activity);
      return state.kind === 'needsInput' && asked !== undefined ? [{ ...one, state, asked }] : [];
    })
    .sort((one, other) => byCertainty(one, other) || bySince(one, other));
}

/** Sorts agents with a known question before those whose screen is not recognised. */
function byCertainty(one: SessionActivity, other: SessionActivity): number {
  return Number(isUnrecognised(one.activity)) - Number(isUnrecognised(other.activity));
}

/**
 * Returns the key of the question that a session's agent asks, with all that is shown of it;
 * undefined if it asks none.
 */
export function questionKey(sessionId: string, { state, since }: Activity): string | undefined {
  if (state.kind !== 'needsInput') {
    return undefined;
  }
  const request = requestOf(state);
  const shown = request.kind === 'whole' ? request.text : '';
  return [sessionId, since, state.need, state.question ?? '', shown].join(' ').trimEnd();
}

export function bySince(one: SessionActivity, other: SessionActivity): number {
  return one.activity.since - other.activity.since;
}
