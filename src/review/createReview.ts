import { randomUUID as randomUuid } from 'node:crypto';
import type { AgentsDeps } from '../agents/agentsDeps';
import type { Agents } from '../agents/createAgents';
import { systemClock as clock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import type { Driver } from '../driver/driver';
import type { SessionService } from '../pty/sessionService';
import { findExecutable } from '../pty/shell/preflight';
import type { StatusService } from '../status/statusService';
import type { TaskRemoval } from '../tasks/taskRemoval';
import type { TaskStore } from '../tasks/taskStore';
import { Gh } from './pullRequests/gh';
import { TaskPullRequests } from './pullRequests/taskPullRequests';
import { ReviewMarks } from './reviewMarks';
import { Reviews } from './reviews';
import { ReviewStore } from './reviewStore';
import { RoundAnswers } from './roundAnswers';

interface ReviewCore extends Pick<AgentsDeps, 'guard' | 'machine' | 'settingsOf'> {
  readonly logger: Logger;
  readonly notify: (message: string) => void;
  readonly sessions: SessionService;
  readonly status: StatusService;
  readonly storagePath: string;
  readonly taskRemoval: TaskRemoval;
  readonly tasks: TaskStore;
}

/** What other rooms use of reviews. */
export type Review = ReturnType<typeof createReview>;

export function createReview(
  core: ReviewCore,
  { delivery, worktrees }: Pick<Agents, 'delivery' | 'worktrees'>,
  driver: Driver,
  store: DisposableStore,
) {
  const { logger, notify, sessions, status, storagePath, taskRemoval, tasks } = core;
  const reviewStore = store.add(new ReviewStore(storagePath, clock));
  store.add(reviewStore.onDidMeetProblem(({ message }) => notify(message)));
  store.add(
    taskRemoval.onDidRemoveTask((task) => void reviewStore.change({ kind: 'remove', task })),
  );
  const reviews = new Reviews({
    clock,
    delivery,
    randomId: randomUuid,
    store: reviewStore,
    worktrees,
  });
  store.add(
    new RoundAnswers({
      clock,
      driver,
      logger,
      sessions,
      status,
      store: reviewStore,
      tasks,
      worktrees,
    }),
  );
  return {
    /** Reads what other windows have stored. */
    reload: () => reviewStore.reload(),
    flush: () => reviewStore.flush(),
    marks: new ReviewMarks(reviewStore),
    pullRequests: createPullRequests(core, worktrees),
    reviews,
  };
}

function createPullRequests(
  { guard, machine, settingsOf }: ReviewCore,
  worktrees: Agents['worktrees'],
): TaskPullRequests {
  const { env, user } = machine;
  const gh = new Gh({ runCommand: guard.run, findExecutable, home: user.home, env });
  return new TaskPullRequests({
    gh,
    worktrees,
    gitPathOf: (folderUri) => settingsOf(folderUri).gitPath,
  });
}
