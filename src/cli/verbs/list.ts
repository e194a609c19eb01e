import type { SessionInfo } from '../../client/sessionInfo';
import { EXIT } from '../exitCode';
import { formatTable } from '../formatTable';
import { print } from '../output';
import type { Verb } from '../verb';

export const LIST: Verb = {
  name: 'list',
  usage: '',
  summary: 'list the sessions of the window',
  options: {},
  argumentCount: [0, 0],
  async run(context) {
    const { sessions } = await context.terminals.list();
    print(context, { sessions }, formatTable(sessions.map(toRow)));
    return EXIT.done;
  },
};

function toRow(session: SessionInfo): readonly string[] {
  const { id, task, label, workDir } = session;
  const state = describeState(session);
  return [id, session.hasWindow ? state : `${state}, no window`, task?.name ?? label, workDir];
}

/** The agent's activity with its reason, or the state of the process if the activity is unknown. */
export function describeState({ state, running, exitCode, activity }: SessionInfo): string {
  if (!running) {
    return exitCode === null ? 'exited' : `exited ${exitCode}`;
  }
  const { kind, error, resets, background } = activity;
  return [
    kind === 'unknown' ? state : kind,
    ...(background ? [` (${background} in background)`] : []),
    ...(error ? [`: ${error}`] : []),
    ...(resets ? [`, resets ${resets}`] : []),
  ].join('');
}
