import * as z from 'zod';
import { FORKS } from '../fields';
import { defineOperation } from '../operation';
import { STARTED_SESSION_VIEW } from '../views/sessionView';

export const FORK_TASK = defineOperation({
  name: 'forkTask',
  summary: 'Creates tasks that each have a fork of every running session of a task.',
  input: z.strictObject({
    task: z.string().describe('The name or id of the task.'),
    ...FORKS,
    name: z.string().optional().describe('The name of the new task; several are numbered.'),
    worktree: FORKS.worktree.describe(
      'Gives each new task a git worktree, with the uncommitted changes.',
    ),
  }),
  output: z.object({
    forks: z.array(
      z.object({
        task: z.object({ id: z.string(), name: z.string(), workDir: z.string() }),
        sessions: z.array(STARTED_SESSION_VIEW),
      }),
    ),
  }),
  subject: 'task',
  right: 'fork',
  http: { method: 'post', path: '/api/tasks/:id/fork', status: 201, answer: 'The new tasks.' },
  run: async ({ forks, scope, uses }, { access, input: { task, ...options }, signal }) => {
    const forked = await uses.whileStarting(() =>
      forks.forkTask(access, task, { ...options, signal }),
    );
    return {
      forks: forked.map(({ task: { id, name, cwd }, sessions }) => ({
        task: { id, name, workDir: cwd },
        sessions: sessions.map((started) => scope.describeStarted(started)),
      })),
    };
  },
});
