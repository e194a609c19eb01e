import type { CommandsEnd } from '../../../src/agents/start/commandRuns';
import { SessionError } from '../../../src/base/errors';
import type { CommandServices } from '../../../src/commands/commandServices';
import type { LandingPlan } from '../../../src/worktrees/landing/landing';

const OLD = 'a'.repeat(40);
const NEW = 'b'.repeat(40);
const HEAD = 'c'.repeat(40);

/** A landing of two commits in a branch that is checked out nowhere. */
export function landingPlan(change: Partial<LandingPlan> = {}): LandingPlan {
  return {
    branch: 'refs/heads/main',
    from: OLD,
    onto: OLD,
    ontoName: 'main',
    head: HEAD,
    headName: 'agent/t1',
    commits: { count: 2, names: ['2222222 Second', '1111111 First'] },
    place: undefined,
    result: { kind: 'clean', tree: 'd'.repeat(40), files: 3 },
    isFastForward: false,
    isSigned: false,
    notices: [],
    ...change,
  };
}

/** Landings, commits and terminals that note what is done, and an agent without answers. Nothing is changed in any task. */
export function fakeLandings(
  world: { readonly runEnd: CommandsEnd },
  note: (event: string) => void,
): Pick<CommandServices, 'commits' | 'driver' | 'landings' | 'runs'> {
  const landing = { branch: 'refs/heads/main', from: OLD, to: NEW, head: HEAD, at: '' };
  const none = () => Promise.reject(new SessionError('ILLEGAL_STATE', 'No answer.'));
  return {
    runs: {
      run: ({ commands, label, task }) => {
        note(`run in ${task.id} as ${label}: ${commands.join('; ')}`);
        return Promise.resolve(world.runEnd);
      },
    },
    driver: { ask: none, lastAnswer: none },
    landings: {
      findBranch: () => Promise.resolve('main'),
      findRemote: () => Promise.resolve(undefined),
      listBranches: () => Promise.resolve(['main', 'next']),
      plan: () => Promise.resolve(landingPlan()),
      mergeInto: ({ id }) => (
        note(`merge into ${id}`),
        Promise.resolve({ root: '/w', files: ['a.js'] })
      ),
      land: ({ id }, _plan, { message, way }) => (
        note(`land ${id} by ${way}: ${message}`),
        Promise.resolve(landing)
      ),
      undo: ({ id }) => (note(`undo the landing of ${id}`), Promise.resolve(landing)),
    },
    commits: {
      look: () => Promise.reject(new Error('nothing to commit')),
      prepare: () => Promise.reject(new Error('nothing to commit')),
    },
  };
}
