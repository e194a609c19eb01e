import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { StatusService } from '../../status/statusService';

/** Marks sessions as seen while the person looks at them, so that their `done` becomes `idle`. */
export function markSeenSessions(
  status: StatusService,
  view: {
    readonly isWindowFocused: boolean;
    readonly onDidChange: Event<unknown>;
    list(): ReadonlySet<string>;
  },
): Disposable {
  const mark = (): void => {
    if (view.isWindowFocused) {
      const seen = [...view.list()].filter((id) => status.get(id).state.kind === 'done');
      seen.forEach((id) => status.markSeen(id));
    }
  };
  const store = new DisposableStore();
  store.add(status.onDidChange(mark));
  store.add(view.onDidChange(mark));
  return store;
}
