import type { SessionView, StartedSessionView } from './sessionView';

/**
 * One line about the session, followed by the error, the end of the limit or the question of its
 * agent, if any. Texts that an agent or a repository can choose are quoted, on one line each, so that
 * none of them looks like a line of this answer.
 */
export function formatSession({
  id,
  label,
  provider,
  task,
  activity,
  running,
}: SessionView): string {
  const { kind, background } = activity;
  const does = background > 0 ? `${kind} (${background} in background)` : kind;
  const state = running ? `${does}: ${quote(activity.reason)}` : 'has ended';
  const inTask = task ? `, task ${quote(task.name)}` : '';
  const facts = [
    ['Its error', activity.error],
    ['Its limit resets', activity.resets],
    ['It asks', activity.request ?? activity.question],
  ] as const;
  const known = facts.flatMap(([name, text]) =>
    running && text !== null ? [`\n${name}: ${quote(text)}`] : [],
  );
  return `${id} (${provider ?? 'a program'} ${quote(label)}${inTask}): ${state}${known.join('')}`;
}

/** The same for a session that was started, followed by the notices of its start. */
export function formatStarted(session: StartedSessionView): string {
  const notices = session.notices.map((notice) => `\nNotice: ${quote(notice)}`);
  return `${formatSession(session)}${notices.join('')}`;
}

/** As a JSON string, which has no line breaks or other control characters. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(/[\p{Zl}\p{Zp}\p{Bidi_Control}\u007f-\u009f]/gu, '');
}
