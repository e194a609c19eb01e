import type { Clock } from '../../base/clock';
import type { Event } from '../../base/event';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';

/** What VS Code may take to ask for rows that are to be drawn anew, in milliseconds. */
const SERVE_LIMIT_MS = 2_000;

export interface SettledSelectionDeps<Node> {
  readonly selection: () => Node | undefined;
  /** VS Code has been given rows. */
  readonly onDidServe: Event<void>;
  readonly clock: Clock;
}

/**
 * The row that is selected in the tree, also where VS Code has forgotten which it is: it knows of
 * none from when a row's parent is drawn anew until it has asked for the rows below that.
 */
export class SettledSelection<Node> implements Disposable {
  private readonly store = new DisposableStore();

  constructor(private readonly deps: SettledSelectionDeps<Node>) {}

  /** `undefined` where nothing is selected for two seconds. */
  async settled(): Promise<Node | undefined> {
    return this.deps.selection() ?? this.afterServing();
  }

  dispose(): void {
    this.store.dispose();
  }

  private afterServing(): Promise<Node | undefined> {
    const { clock, onDidServe, selection } = this.deps;
    return new Promise((resolve) => {
      const wait = this.store.add(new DisposableStore());
      const settle = (): void => this.store.delete(wait);
      wait.add(toDisposable(() => resolve(selection())));
      wait.add(clock.schedule(SERVE_LIMIT_MS, settle));
      // VS Code takes in what it was given in the turn that follows.
      wait.add(onDidServe(() => void wait.add(clock.schedule(0, () => selection() && settle()))));
    });
  }
}
