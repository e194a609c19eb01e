import { randomUUID as randomUuid } from 'node:crypto';
import type { Agents } from '../agents/createAgents';
import { systemClock as clock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import type { Driver } from '../driver/driver';
import type { SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';
import type { TaskRemoval } from '../tasks/taskRemoval';
import type { TaskStore } from '../tasks/taskStore';
import { ReviewMarks } from './reviewMarks';
import { Reviews } from './reviews';
import { ReviewStore } from './reviewStore';
import { RoundAnswers } from './roundAnswers';

interface ReviewCore {
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
  { logger, notify, sessions, status, storagePath, taskRemoval, tasks }: ReviewCore,
  { delivery, worktrees }: Pick<Agents, 'delivery' | 'worktrees'>,
  driver: Driver,
  store: DisposableStore,
) {
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
    reviews,
  };
}
