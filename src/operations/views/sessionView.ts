import * as z from 'zod';
import { isRunning } from '../../pty/liveAgent';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionInfo } from '../../pty/sessionService';
import { isLikely, requestOf, type Activity } from '../../status/activity';
import { stateOf } from '../../status/stateOf';
import type { Task } from '../../tasks/task';

/** What an agent does and which source reported it; null where a value is not known. */
const ACTIVITY_VIEW = z.object({
  kind: z.enum(['working', 'needsInput', 'done', 'idle', 'limited', 'failed', 'unknown']),
  reason: z.string(),
  source: z
    .enum(['program', 'statusFile', 'hook', 'title', 'progress', 'screen', 'process'])
    .nullable(),
  ruleId: z.string().nullable(),
  since: z.iso.datetime().nullable().describe('When the agent entered this state.'),
  need: z.enum(['permission', 'question', 'trust']).nullable(),
  question: z.string().nullable().describe('On one line; a long one ends in an ellipsis.'),
  error: z.string().nullable().describe('The error of a failed turn, as `question`.'),
  resets: z.string().nullable().describe('When a usage limit ends, as the agent words it.'),
  likely: z
    .boolean()
    .describe(
      'Whether no rule finds the question: a program reads a line, or the screen is not recognised. No verb answers it.',
    ),
  request: z
    .string()
    .nullable()
    .describe(
      'All rows of what the dialog on the screen requests; null if the screen does not show them all.',
    ),
  background: z
    .int()
    .describe('How many sub-agents, background shells and monitors of a working agent run.'),
});

/** A session in responses and events. */
export const SESSION_VIEW = z.object({
  id: z.string().describe('The PTY id.'),
  state: z.enum(['creating', 'active', 'idle', 'terminated']),
  activity: ACTIVITY_VIEW,
  workDir: z.string(),
  label: z.string(),
  createdAt: z.iso.datetime(),
  provider: z.string().nullable().describe('Null for a shell or another program.'),
  task: z.object({ id: z.string(), name: z.string() }).nullable(),
  exec: z.string().describe('The command line of what runs, for a person to read.'),
  running: z.boolean(),
  suspended: z.boolean().describe('Whether the process that holds it does not respond.'),
  hasWindow: z
    .boolean()
    .describe('Whether a window of VS Code has it; false if only programs drive it now.'),
  attachedCount: z.int(),
  exitCode: z.int().nullable(),
  agentExitCode: z.int().nullable(),
  parent: z.string().nullable().describe('The session that it was forked from.'),
  startedBy: z.string().nullable().describe('The session whose agent started it by the API.'),
});

/** A session that the caller has started, in responses. */
export const STARTED_SESSION_VIEW = SESSION_VIEW.extend({
  notices: z
    .array(z.string())
    .describe('What differs from the request, for the person; one sentence each.'),
});

export const SESSIONS = z.object({ sessions: z.array(SESSION_VIEW) });

export const STARTED_SESSIONS = z.object({ sessions: z.array(STARTED_SESSION_VIEW) });

export type ActivityView = z.infer<typeof ACTIVITY_VIEW>;
export type SessionView = z.infer<typeof SESSION_VIEW>;
export type StartedSessionView = z.infer<typeof STARTED_SESSION_VIEW>;

export function describeActivity({ state, ...activity }: Activity): ActivityView {
  const isAsking = state.kind === 'needsInput';
  const request = requestOf(state);
  return {
    kind: state.kind,
    reason: activity.reason,
    source: activity.source ?? null,
    ruleId: activity.ruleId ?? null,
    since: activity.source ? new Date(activity.since).toISOString() : null,
    need: isAsking ? state.need : null,
    question: (isAsking ? state.question : undefined) ?? null,
    error: (state.kind === 'failed' ? state.error : undefined) ?? null,
    resets: (state.kind === 'limited' ? state.resets : undefined) ?? null,
    likely: isLikely(state),
    request: request.kind === 'whole' ? request.text : null,
    background: (state.kind === 'working' ? state.background : undefined) ?? 0,
  };
}

interface SessionFacts {
  readonly activity: Activity;
  readonly hasWindow: boolean;
  readonly isSuspended: boolean;
  readonly task: Task | undefined;
  readonly startedBy: string | undefined;
}

export function describeSession(
  session: SessionInfo,
  { activity, hasWindow, isSuspended, task, startedBy }: SessionFacts,
): SessionView {
  const { id, workDir, label, createdAt, exec, attachedCount } = session;
  const provider = parsePtyId(id)?.providerId ?? SHELL_PROVIDER_ID;
  return {
    ...{ id, workDir, label, createdAt, exec, attachedCount },
    state: stateOf(session, activity),
    activity: describeActivity(activity),
    provider: provider === SHELL_PROVIDER_ID ? null : provider,
    task: task ? { id: task.id, name: task.name } : null,
    running: isRunning(session),
    suspended: isSuspended,
    hasWindow,
    exitCode: session.exitCode,
    agentExitCode: session.agentExitCode,
    parent: session.parent,
    startedBy: startedBy ?? null,
  };
}
