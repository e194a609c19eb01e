import type { Clock } from '../../base/clock';
import type { Event } from '../../base/event';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';

/** How long VS Code may take to request rows that are to be redrawn, in milliseconds. */
const SERVE_LIMIT_MS = 2_000;

/**
 * Reads the selected row of a tree. VS Code reports no selection from the redraw of a row's parent
 * until it has requested the rows below that parent; this waits for the request.
 */
export class SettledSelection<Node> implements Disposable {
  private readonly store = new DisposableStore();

  /** @param onDidServe fires when VS Code has requested rows. */
  constructor(
    private readonly clock: Clock,
    private readonly selection: () => Node | undefined,
    private readonly onDidServe: Event<void>,
  ) {}

  /** Returns undefined if no row is selected within {@link SERVE_LIMIT_MS}. */
  async settled(): Promise<Node | undefined> {
    return this.selection() ?? this.afterServing();
  }

  dispose(): void {
    this.store.dispose();
  }

  private afterServing(): Promise<Node | undefined> {
    const { clock, onDidServe, selection } = this;
    return new Promise((resolve) => {
      const wait = this.store.add(new DisposableStore());
      const settle = (): void => this.store.delete(wait);
      wait.add(toDisposable(() => resolve(selection())));
      wait.add(clock.schedule(SERVE_LIMIT_MS, settle));
      // VS Code adopts the rows in the next event-loop turn.
      wait.add(onDidServe(() => void wait.add(clock.schedule(0, () => selection() && settle()))));
    });
  }
}
