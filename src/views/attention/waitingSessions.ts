import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { Activity, ActivityState } from '../../status/activity';
import type { StatusService } from '../../status/statusService';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';

/** A session that runs, and what its agent does. */
export interface SessionActivity {
  readonly session: SessionInfo;
  readonly label: string;
  readonly task: Task | undefined;
  readonly activity: Activity;
}

/** One whose agent waits for the person. */
export interface WaitingSession extends SessionActivity {
  readonly state: Extract<ActivityState, { kind: 'needsInput' }>;
  /** Tells this question from any other, of this session or another. */
  readonly asked: string;
}

export interface ActivitySources {
  readonly sessions: Pick<SessionService, 'list'>;
  readonly tasks: Pick<TaskStore, 'list'>;
  readonly status: Pick<StatusService, 'get'>;
}

/** All sessions that run, in the order in which they came. */
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
    .filter(({ state }) => state !== 'terminated')
    .map((session) => {
      const { task, label = session.label } = remembered.get(session.id) ?? {};
      return { session, label, task, activity: status.get(session.id) };
    });
}

/** Those that wait for the person, the one that waits longest first. */
export function listWaiting(sources: ActivitySources): readonly WaitingSession[] {
  return listActivities(sources)
    .flatMap((one) => {
      const { state } = one.activity;
      const asked = questionKey(one.session.id, one.activity);
      return state.kind === 'needsInput' && asked !== undefined ? [{ ...one, state, asked }] : [];
    })
    .sort(bySince);
}

/** Names the very question that a session's agent asks; `undefined` where it asks none. */
export function questionKey(sessionId: string, { state, since }: Activity): string | undefined {
  return state.kind === 'needsInput'
    ? [sessionId, since, state.need, state.question ?? ''].join(' ')
    : undefined;
}

/** For sorting: what has been so for longest comes first. */
export function bySince(one: SessionActivity, other: SessionActivity): number {
  return one.activity.since - other.activity.since;
}
