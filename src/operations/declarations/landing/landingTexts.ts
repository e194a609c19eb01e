import { countOf } from '../../../worktrees/formatNames';
import {
  branchName,
  requireClean,
  type LandingPlan,
  type LandingWay,
} from '../../../worktrees/landing/landing';

/** The first line of a question's detail. */
export const ASKED_BY = 'A program with a token of this window asks for this.';

/** What the person is told beside the question whether the plan is carried out. */
export function describeLanding(plan: LandingPlan, way: LandingWay): string {
  const { branch, commits, headName, notices } = plan;
  const { files } = requireClean(plan);
  const how = way === 'merge' ? 'merged with its' : 'made one commit of';
  const work = `${headName} is ${how} ${countOf(commits.count, 'commit')}`;
  const effect = `${work}, which changes ${countOf(files, 'file')} of ${branchName(branch)}.`;
  return [ASKED_BY, effect, ...notices].join('\n');
}
