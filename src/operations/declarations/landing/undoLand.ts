import * as z from 'zod';
import { requireLanding } from '../../../agents/landing/taskLandings';
import { toVisibleText } from '../../../base/text/visibleText';
import { branchName } from '../../../worktrees/landing/landing';
import { TASK } from '../../fields';
import { defineOperation } from '../../operation';
import { FOREIGN_TEXT } from '../../views/foreignText';
import { quote } from '../../views/formatSession';
import { ASKED_BY } from './landingTexts';

export const UNDO_LAND = defineOperation({
  name: 'undoLand',
  summary:
    'Moves the branch back to where it was before the last landing of a task, if the person consents, as to a landing.',
  input: z.strictObject({ task: TASK }),
  output: z.object({ branch: z.string(), commit: z.string().describe('Where it is now.') }),
  subject: 'task',
  right: 'land',
  http: {
    method: 'post',
    path: '/api/tasks/:id/land/undo',
    status: 200,
    answer: 'The landing was undone.',
  },
  tool: {
    name: 'undo_land',
    title: 'Undo a landing',
    description:
      'Moves a branch back to where it was before the last landing of a task. The person is asked first.',
    effect: 'changes',
    text: ({ branch, commit }) => `${FOREIGN_TEXT.quoted}\n${quote(branch)} is at ${commit} again.`,
  },
  run: async ({ consent, landings, scope }, { access, input, signal }) => {
    const { task } = scope.requireTask(access, input.task);
    const { branch: ref, from } = requireLanding(task);
    const branch = branchName(ref);
    const name = toVisibleText(branch);
    await consent.require(
      {
        message: `Undo the landing of task "${toVisibleText(task.name)}" in ${name}?`,
        detail: `${ASKED_BY}\n${name} goes back to ${from}. The commits of the task stay on its branch.`,
        answer: 'Undo Landing',
      },
      signal,
    );
    await landings.undo(task);
    return { branch, commit: from };
  },
});
