import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { StatusService } from '../../status/statusService';

/** Marks sessions as seen while the person looks at them, so that their `done` becomes `idle`. */
export class SeenMarker implements Disposable {
  private readonly store = new DisposableStore();

  constructor(
    private readonly deps: {
      readonly status: StatusService;
      readonly view: {
        readonly isWindowFocused: boolean;
        readonly onDidChange: Event<unknown>;
        list(): ReadonlySet<string>;
      };
    },
  ) {
    this.store.add(deps.status.onDidChange(() => this.mark()));
    this.store.add(deps.view.onDidChange(() => this.mark()));
  }

  dispose(): void {
    this.store.dispose();
  }

  private mark(): void {
    const { status, view } = this.deps;
    if (view.isWindowFocused) {
      const seen = [...view.list()].filter((id) => status.get(id).state.kind === 'done');
      seen.forEach((id) => status.markSeen(id));
    }
  }
}
