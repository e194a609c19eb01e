import * as z from 'zod';
import { toVisibleText } from '../../../base/text/visibleText';
import { describeLanding } from '../../../worktrees/landing/describeLanding';
import { branchName, requireClean } from '../../../worktrees/landing/landing';
import { buildLandingMessage, joinMessage } from '../../../worktrees/landing/landingMessage';
import { TASK } from '../../fields';
import { defineOperation } from '../../operation';
import { FOREIGN_TEXT } from '../../views/foreignText';
import { quote } from '../../views/formatSession';
import { ASKED_BY } from './landingTexts';

export const LAND = defineOperation({
  name: 'land',
  summary:
    'Lands the commits of a task in a branch, if the person consents in the window. If not, or without a window, it fails with `ILLEGAL_STATE`.',
  input: z.strictObject({
    task: TASK,
    into: z
      .string()
      .min(1)
      .optional()
      .describe('The name of a local branch; by default the one at which the task began.'),
    way: z
      .enum(['merge', 'squash'])
      .optional()
      .describe('With all commits (merge, the default) or as one (squash).'),
    message: z
      .string()
      .optional()
      .describe(
        'The message of the commit that is made. A merge makes none if the branch can move forward to the commits of the task.',
      ),
  }),
  output: z.object({
    branch: z.string(),
    from: z.string().describe('The commit of the branch before.'),
    to: z.string().describe('Its commit now.'),
    files: z.int().describe('How many files of the branch have changed.'),
    notices: z.array(z.string()),
  }),
  subject: 'task',
  right: 'land',
  http: {
    method: 'post',
    path: '/api/tasks/:id/land',
    status: 200,
    answer: 'The task was landed.',
  },
  tool: {
    name: 'land',
    title: 'Land a task',
    description:
      'Merges what a task has committed into a branch, or makes one commit of it there. The person is asked first.',
    effect: 'changes',
    text: ({ branch, files, from, notices, to }) =>
      [
        FOREIGN_TEXT.quoted,
        `${quote(branch)} has moved from ${from} to ${to}; changed files: ${files}.`,
        ...notices.map((notice) => `Notice: ${quote(notice)}`),
      ].join('\n'),
  },
  run: async ({ consent, landings, scope, settingsOf, worktrees }, { access, input, signal }) => {
    const { into, message, task: named, way = 'merge' } = input;
    const { folder, task } = scope.requireTask(access, named);
    consent.requireWindow();
    const fetch = settingsOf(folder.uri)['worktree.fetch'] === 'always';
    const plan = await landings.plan(task, { into, fetch, signal });
    const { files } = requireClean(plan);
    const branch = branchName(plan.branch);
    const losses = await worktrees.inspect(task);
    const isWorking = scope
      .list(access)
      .some((session) => session.task?.id === task.id && session.activity.kind === 'working');
    const worktreePath = task.worktree?.path;
    const facts = { isWorking, losses, message, plan, way, worktreePath };
    await consent.require(
      {
        message: `Land task "${toVisibleText(task.name)}" in ${toVisibleText(branch)}?`,
        detail: `${ASKED_BY}\n\n${describeLanding(facts)}`,
        answer: 'Land',
      },
      signal,
    );
    const text = message ?? joinMessage(buildLandingMessage(task.name, plan, way));
    const { from, to } = await landings.land(task, plan, { message: text, way });
    return { branch, from, to, files, notices: [...plan.notices] };
  },
});
