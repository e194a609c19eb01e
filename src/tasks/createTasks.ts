import { systemClock as clock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { TaskRemoval } from './taskRemoval';
import { areFree, PortRanges } from './portRanges';
import { SessionMapStore } from './sessionMapStore';
import { randomTaskIds } from './taskIds';
import { TaskStore } from './taskStore';

export type Tasks = ReturnType<typeof createTasks>;

export function createTasks(
  {
    logger,
    notify,
    storagePath,
  }: {
    readonly logger: Logger;
    readonly notify: (message: string) => void;
    readonly storagePath: string;
  },
  store: DisposableStore,
) {
  const tasks = store.add(new TaskStore(storagePath, clock, randomTaskIds));
  const map = store.add(new SessionMapStore(storagePath, clock));
  for (const { onDidMeetProblem } of [tasks, map]) {
    store.add(onDidMeetProblem(({ message }) => notify(message)));
  }
  const ports = store.add(new PortRanges(storagePath, { areFree, clock, logger, tasks }));
  return { taskRemoval: new TaskRemoval(tasks, map), map, ports, tasks };
}
