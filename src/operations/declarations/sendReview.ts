import * as z from 'zod';
import { listRunning } from '../../agents/forkGroup';
import { SessionError } from '../../base/errors';
import { hasLiveAgent } from '../../pty/liveAgent';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionInfo } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import { SESSION_ID, TASK } from '../fields';
import { defineOperation } from '../operation';
import { requirePrompt } from '../sessions/requirePrompt';

export const SEND_REVIEW = defineOperation({
  name: 'sendReview',
  summary:
    'Sends all drafts of a task as one prompt, and sees on the screen that it was accepted. If it is not, they stay drafts. An agent sends only those of agents.',
  input: z.strictObject({
    task: TASK,
    session: SESSION_ID.optional().describe(
      'A session of the task; by default that of its only running agent.',
    ),
  }),
  output: z.object({ round: z.int(), session: z.string() }),
  subject: 'task',
  right: 'prompt',
  http: {
    method: 'post',
    path: '/api/tasks/:id/review/send',
    status: 200,
    answer: 'The prompt was submitted and accepted.',
  },
  tool: {
    name: 'send_review',
    title: 'Send a review',
    description:
      'Sends all review comments of agents on a task that are not sent yet to its agent, as one prompt, without waiting for the answer. The person sends theirs.',
    effect: 'changes',
    text: ({ round, session }) => `${session} has accepted the prompt of round ${round}.`,
  },
  run: async (parts, call) => {
    const { review, scope, sessions, uses } = parts;
    const { access, input, signal } = call;
    const { task } = scope.requireTask(access, input.task);
    const agents = listRunning(task, sessions).filter(isAgent);
    const id = input.session ?? requireOne(task, agents).id;
    const session = scope.requireRunning('prompt', access, id);
    if (!agents.some((one) => one.id === id)) {
      throw new SessionError(
        'BAD_REQUEST',
        `${session.label} (${id}) is not a running agent of task "${task.name}": choose one of its own.`,
      );
    }
    const of = access.by === 'agent' ? 'agents' : 'all';
    const plan = await review.reviews.plan(task, { of, signal });
    await requirePrompt(parts, { ...call, input: { prompt: plan.prompt }, session });
    const { number: round } = await uses.while(id, () => review.reviews.send(task, session, plan));
    return { round, session: id };
  },
});

function isAgent(session: SessionInfo): boolean {
  return hasLiveAgent(session) && parsePtyId(session.id)?.providerId !== SHELL_PROVIDER_ID;
}

function requireOne({ name }: Task, agents: readonly SessionInfo[]): SessionInfo {
  const [only, ...others] = agents;
  if (only && others.length === 0) {
    return only;
  }
  const names = agents.map(({ id, label }) => `${label} (${id})`).join(', ');
  throw new SessionError(
    'BAD_REQUEST',
    only
      ? `Several agents of task "${name}" run: choose the session of one, of ${names}.`
      : `No agent of task "${name}" runs: start or resume one.`,
  );
}
